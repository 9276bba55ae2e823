import type { UnitState } from '@/engine';
import type { RunDefinition } from './definition';

/** A part of an explanation: text, a link to a step, or an expression. */
export type ReasonPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'code'; readonly text: string };

const text = (words: string): ReasonPart => ({ kind: 'text', text: words });
const code = (words: string): ReasonPart => ({ kind: 'code', text: words });
const link = (step: string): ReasonPart => ({ kind: 'step', step });

/** Why a step did not run, as text with links to the steps that caused it. docs/rules.md, section 3. */
export function skipReason(
  skip: NonNullable<UnitState['skip']>,
  step: string,
  definition: RunDefinition | undefined,
): ReasonPart[] {
  const detail = skip.detail ?? '';
  switch (skip.reason) {
    case 'condition_false':
      return detail === '' ? [text('condition was false')] : [text('condition was false: '), code(detail)];
    case 'branch_not_taken':
      return branchReason(detail, step, definition);
    case 'upstream_skipped':
      return [
        text('because '),
        ...links(detail),
        text(detail.includes(', ') ? ' were skipped' : ' was skipped'),
      ];
    case 'upstream_failed':
      return [text('because '), ...links(detail), text(' failed')];
    case 'pipeline_failed':
      return [text('because '), ...links(detail), text(' ended the run')];
    case 'run_cancelled':
      return [text('because the run was cancelled')];
    case 'disabled':
      return [text('because the step is disabled')];
    case 'not_selected':
      return [text('because the re-run does not execute it')];
    case 'skipped_by_person':
      return [text('by a person, at a breakpoint')];
  }
}

function links(detail: string): ReasonPart[] {
  if (detail === '') return [text('an upstream step')];
  return detail.split(', ').flatMap((id, index) => (index === 0 ? [link(id)] : [text(', '), link(id)]));
}

/** Reads a detail such as `healthy: false`: the step that decided, and the branch that leads here. */
function branchReason(detail: string, step: string, definition: RunDefinition | undefined): ReasonPart[] {
  const colon = detail.indexOf(': ');
  const from = colon < 0 ? detail : detail.slice(0, colon);
  if (from === '') return [text('branch not taken')];
  const branch = colon < 0 ? branchTo(from, step, definition) : detail.slice(colon + 2);
  if (branch === undefined) return [text('branch not taken by '), link(from)];
  return [text('branch '), code(branch), text(' not taken by '), link(from)];
}

function branchTo(from: string, step: string, definition: RunDefinition | undefined): string | undefined {
  return definition?.graph.steps.get(step)?.branches.find((branch) => branch.from === from)?.branch;
}
