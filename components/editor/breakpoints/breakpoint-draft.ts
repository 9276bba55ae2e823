import type { FormProblems } from '@/components/forms/form-problems';
import type { Diagnostic, Graph } from '@/engine';
import {
  type Breakpoint,
  type BreakpointPlace,
  breakpointPlace,
  MAX_PAUSE_SECONDS,
} from '@/engine/run/debug/breakpoint';
import { durationFromText } from '../form/widgets/duration';
import { placeKey, placeOfEdge } from './places';

/** The form of a breakpoint: texts, as typed. */
export interface BreakpointDraft {
  /** Key of its place; empty until one is chosen. */
  readonly place: string;
  readonly when: Breakpoint['when'];
  readonly condition: string;
  readonly triggered: boolean;
  /** A duration; empty for none. */
  readonly limit: string;
}

/** A place that can be chosen. */
export interface PlaceChoice {
  readonly key: string;
  readonly at: BreakpointPlace;
  readonly label: string;
}

/** The form of a breakpoint, or of a new one. */
export function draftOfBreakpoint(
  from: Breakpoint | undefined,
  at: BreakpointPlace | undefined,
): BreakpointDraft {
  const place = from?.at ?? at;
  return {
    place: place === undefined ? '' : placeKey(place),
    when: from?.when ?? 'before',
    condition: from?.condition ?? '',
    triggered: from?.triggered ?? false,
    limit: from?.timeout_seconds === undefined ? '' : `${from.timeout_seconds} s`,
  };
}

/** The places of a pipeline, each once: steps, iterations of loops, edges. */
export function placeChoices(graph: Graph): { steps: PlaceChoice[]; edges: PlaceChoice[] } {
  const edges = new Map<string, PlaceChoice>();
  for (const edge of graph.edges) {
    const choice = choiceOf(placeOfEdge(edge));
    if (!edges.has(choice.key)) edges.set(choice.key, choice);
  }
  const steps = [...graph.steps.values()].flatMap(({ id, step }) => [
    choiceOf({ step: id }),
    ...(step.action === 'loop' ? [choiceOf({ step: id, iterations: true })] : []),
  ]);
  return { steps, edges: [...edges.values()] };
}

function choiceOf(at: BreakpointPlace): PlaceChoice {
  return { key: placeKey(at), at, label: breakpointPlace(at) };
}

/** The breakpoint that a form means, or what is wrong with the form. */
export function readBreakpointDraft(
  draft: BreakpointDraft,
  known: {
    readonly id: string;
    readonly enabled: boolean;
    readonly at: BreakpointPlace | undefined;
    readonly conditionProblems: readonly Diagnostic[];
  },
): { readonly input: Breakpoint } | { readonly problems: FormProblems } {
  const limit = draft.limit.trim() === '' ? undefined : durationFromText(draft.limit);
  const problems: FormProblems = {
    ...(known.at === undefined ? { place: 'Choose a step or an edge.' } : {}),
    ...(limit === undefined || isLimit(limit)
      ? {}
      : { limit: 'Enter a duration of 1 second to 365 days, such as 15 min.' }),
    ...conditionProblem(known.conditionProblems),
  };
  if (known.at === undefined || Object.keys(problems).length > 0) return { problems };
  const condition = draft.condition.trim();
  return {
    input: {
      id: known.id,
      at: known.at,
      when: 'step' in known.at ? draft.when : 'before',
      enabled: known.enabled,
      ...(condition === '' ? {} : { condition }),
      ...(draft.triggered ? { triggered: true } : {}),
      ...(typeof limit === 'number' ? { timeout_seconds: limit } : {}),
    },
  };
}

function conditionProblem(problems: readonly Diagnostic[]): FormProblems {
  const error = problems.find(({ severity }) => severity === 'error');
  return error === undefined ? {} : { condition: error.message };
}

function isLimit(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_PAUSE_SECONDS;
}

/** The place with a key, of the choices or of the breakpoint that is edited. */
export function placeWithKey(
  key: string,
  choices: readonly PlaceChoice[],
  own: BreakpointPlace | undefined,
): BreakpointPlace | undefined {
  if (own !== undefined && placeKey(own) === key) return own;
  return choices.find((choice) => choice.key === key)?.at;
}
