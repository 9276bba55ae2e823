import type { Descriptors, JsonSchema } from '../catalogue';
import { templateTexts } from '../expression';
import { ownProperty } from '../json';
import { FEWER_STEPS, refuseSteps } from '../json-limits';
import { finish, type Pausing } from '../pausing';
import { problemText } from '../schema-problem';
import { isTimeLimit, TIME_LIMIT_NEEDS } from '../value-limits';
import { checkBareReferences } from './check-bare-references';
import { checkDocument } from './check-document';
import { checkExpressionText, checkTemplates, refuseSecrets } from './check-expressions';
import { checkFallbacks } from './check-fallback';
import { checkOrder } from './check-order';
import { checkParams, reportUnknownAction, reportUnknownStep } from './check-params';
import type { Diagnostic } from './diagnostic';
import { buildingGraph } from './graph';
import type { KnownSecret } from './known-secret';
import { normalize } from './normalize';
import { type ObservedOutputs, observedBy } from './observed';
import type { ParamsContext } from './params-context';
import {
  ON_FAILURE,
  ON_INTERRUPT,
  type PipelineDocument,
  retrySchema,
  STEP_ID,
  type StepDocument,
} from './schema';
import { typeScope } from './type-scope';

const BOOLEAN: JsonSchema = { type: 'boolean' };

/** Facts about the installation besides its actions. Absent facts are not checked. */
export interface KnownFacts {
  /** Outputs of runs of the pipeline. They only add warnings. */
  readonly observed?: ObservedOutputs | undefined;
  /** Steps that runs skipped, each with the number of the newest such run. */
  readonly skipped?: Readonly<Record<string, number>> | undefined;
  readonly secrets?: readonly KnownSecret[] | undefined;
  /** A pipeline with more steps has this problem alone; nothing else is checked. @default unlimited */
  readonly maxSteps?: number | undefined;
}

/**
 * Finds every problem of a pipeline; errors block a run. Editor, server and command line all use it; their results
 * differ only with the facts they pass. Never throws.
 */
export function validate(
  document: PipelineDocument,
  descriptors: Descriptors,
  facts: KnownFacts = {},
): Diagnostic[] {
  return finish(validation(document, descriptors, facts));
}

/** `validate`, pausing between steps, so that the caller can do other work in between. */
export function* validation(
  document: PipelineDocument,
  descriptors: Descriptors,
  { observed = {}, skipped = {}, secrets, maxSteps = Number.POSITIVE_INFINITY }: KnownFacts = {},
): Pausing<Diagnostic[]> {
  const tooMany = refuseSteps(document.steps.length, maxSteps);
  if (tooMany !== undefined) {
    return [
      { code: 'too_many_steps', severity: 'error', path: 'steps', message: tooMany, hint: FEWER_STEPS },
    ];
  }
  const normalized = normalize(document, descriptors);
  yield;
  const graph = yield* buildingGraph(normalized, descriptors);
  const problems: Diagnostic[] = [];
  const reported = new Set<string>();
  const report = (problem: Diagnostic): void => {
    // Parameters inside a loop are checked twice, with the loop and with the action it repeats; problems are reported
    // once.
    const key = JSON.stringify([problem.code, problem.step, problem.path, problem.range, problem.message]);
    if (!reported.has(key)) problems.push(problem);
    reported.add(key);
  };
  checkDocument(document, report);
  if (document.steps.length === 0) {
    const message = 'The pipeline has no steps.';
    report({
      code: 'empty_pipeline',
      severity: 'error',
      path: 'steps',
      message,
      hint: 'Add a step from the palette.',
    });
  }
  const types = typeScope(graph, observed);
  const stepIds = new Set(graph.steps.keys());
  const seen = new Set<string>();
  for (const step of document.steps) {
    const skippedIn = ownProperty(skipped, step.id);
    const ctx: ParamsContext = {
      descriptors,
      step: step.id,
      stepIds,
      types: skippedIn === undefined ? types : typeScope(graph, observedBy(observed, skippedIn)),
      secrets,
      report: (problem) => report({ ...problem, step: step.id }),
    };
    checkId(step.id, seen, ctx);
    checkStep(step, ctx);
    yield;
  }
  checkOutputs(document, { descriptors, step: '', stepIds, types, secrets, report });
  checkOrder(graph, descriptors, report);
  checkFallbacks(graph, descriptors, report);
  return problems;
}

/** Whether no error blocks a run. */
export function isRunnable(problems: readonly Diagnostic[]): boolean {
  return problems.every(({ severity }) => severity !== 'error');
}

function checkId(id: string, seen: Set<string>, ctx: ParamsContext): void {
  if (!STEP_ID.test(id)) {
    ctx.report({
      code: 'invalid_step_id',
      severity: 'error',
      path: 'id',
      message: `${JSON.stringify(id)} is not a valid step ID.`,
      hint: 'Use up to 100 letters, digits, _ and -, starting with a letter or a digit.',
    });
  }
  if (seen.has(id)) {
    const message = `Two steps have the ID ${id}.`;
    ctx.report({
      code: 'duplicate_step_id',
      severity: 'error',
      path: 'id',
      message,
      hint: 'Rename one of them.',
    });
  }
  seen.add(id);
}

function checkStep(step: StepDocument, ctx: ParamsContext): void {
  const descriptor = ctx.descriptors.find(step.action);
  if (step.action === '') {
    ctx.report({
      code: 'unknown_action',
      severity: 'error',
      path: 'action',
      message: `${step.id} has no action.`,
    });
  }
  if (descriptor) checkParams(step.params ?? {}, descriptor, 'params', ctx);
  else reportUnknownAction(step.action, 'action', ctx);
  (step.depends_on ?? []).forEach((id, index) => {
    reportUnknownStep(id, `depends_on.${index}`, ctx);
  });
  if (step.condition !== undefined && step.condition.trim() !== '') {
    checkExpressionText(step.condition, 'condition', ctx, BOOLEAN);
  }
  checkStepSettings(step, ctx);
}

function checkStepSettings(step: StepDocument, ctx: ParamsContext): void {
  const retry = retrySchema.optional().safeParse(step.retry);
  for (const issue of retry.success ? [] : retry.error.issues) {
    const path = ['retry', ...issue.path].join('.');
    ctx.report({ code: 'invalid_retry', severity: 'error', path, message: problemText(path, issue) });
  }
  const expect = (path: string, isRight: boolean, needs: string): void => {
    if (!isRight)
      ctx.report({ code: 'invalid_setting', severity: 'error', path, message: `${path} needs ${needs}.` });
  };
  const { timeout_seconds, on_failure, on_interrupt } = step;
  expect('timeout_seconds', timeout_seconds === undefined || isTimeLimit(timeout_seconds), TIME_LIMIT_NEEDS);
  expect('on_failure', on_failure === undefined || ON_FAILURE.includes(on_failure), ON_FAILURE.join(' or '));
  expect(
    'on_interrupt',
    on_interrupt === undefined || ON_INTERRUPT.includes(on_interrupt),
    ON_INTERRUPT.join(', '),
  );
}

function checkOutputs(document: PipelineDocument, ctx: ParamsContext): void {
  for (const [name, value] of Object.entries(document.outputs ?? {})) {
    checkBareReferences(value, `outputs.${name}`, {}, ctx);
    if (templateTexts(value).length === 0) continue;
    checkTemplates(value, `outputs.${name}`, {}, ctx);
    refuseSecrets(value, `outputs.${name}`, ctx);
  }
}
