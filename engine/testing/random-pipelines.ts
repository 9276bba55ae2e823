import fc from 'fast-check';
import { ActionError } from '../errors';
import { isJsonObject, type Json } from '../json';
import type { PipelineDocument, StepDocument } from '../pipeline/schema';
import type { ProbeCall } from './probes';

/** A step of a random pipeline. Steps refer to earlier steps by position. */
export interface RandomStep {
  readonly action: 'read' | 'put' | 'send' | 'log' | 'wait' | 'conditional';
  readonly dependsOn: readonly number[];
  /** Steps whose outputs the step reads. */
  readonly reads: readonly number[];
  /** The step whose end the condition judges, and the required status. */
  readonly handles: { readonly step: number; readonly status: string } | undefined;
  /** A constant condition. */
  readonly condition: boolean | undefined;
  /** Earlier conditionals that lead to the step, and their branches. */
  readonly branchOf: readonly { readonly step: number; readonly branch: 'true' | 'false' }[];
  /** The decision of a conditional. */
  readonly decides: boolean;
  /** Number of failing attempts; effects only. */
  readonly failures: number;
  readonly attempts: number;
  readonly goesOn: boolean;
  readonly disabled: boolean;
}

const rarely = fc.integer({ min: 0, max: 7 }).map((n) => n === 0);

/** Random steps without cycles. */
export function randomSteps(maxLength: number): fc.Arbitrary<RandomStep[]> {
  const drawn = fc.record({
    action: fc.constantFrom('read', 'put', 'send', 'log', 'wait', 'conditional'),
    dependsOn: fc.array(fc.nat(), { maxLength: 3 }),
    reads: fc.array(fc.nat(), { maxLength: 2 }),
    handles: fc.option(
      fc.record({ step: fc.nat(), status: fc.constantFrom('failed', 'completed', 'skipped') }),
      {
        nil: undefined,
        freq: 3,
      },
    ),
    condition: fc.constantFrom(undefined, undefined, undefined, true, false),
    branchOf: fc.array(fc.record({ step: fc.nat(), branch: fc.constantFrom('true', 'false') }), {
      maxLength: 2,
    }),
    decides: fc.boolean(),
    failures: fc.constantFrom(0, 0, 0, 1, 2),
    attempts: fc.integer({ min: 1, max: 2 }),
    goesOn: rarely,
    disabled: rarely,
  });
  return fc.array(drawn, { minLength: 1, maxLength }).map((steps) =>
    steps.map((step, index): RandomStep => {
      const earlier = (numbers: readonly number[]) =>
        index === 0 ? [] : [...new Set(numbers.map((n) => n % index))];
      const { handles } = step;
      const branches = step.branchOf.flatMap(({ step: n, branch }) => {
        const source = index === 0 ? -1 : n % index;
        return steps[source]?.action === 'conditional' ? [{ step: source, branch }] : [];
      });
      return {
        ...step,
        dependsOn: earlier(step.dependsOn),
        reads: earlier(step.reads),
        handles: handles && index > 0 ? { ...handles, step: handles.step % index } : undefined,
        branchOf: branches,
      };
    }),
  );
}

/** The id of the step at a position. */
export function idAt(index: number): string {
  return `s${index}`;
}

/** Converts the steps to a pipeline. The input of an effect says how often it fails. */
export function randomPipeline(steps: readonly RandomStep[], maxParallel = 10): PipelineDocument {
  return {
    steps: steps.map((step, index) => writeStep(steps, step, index)),
    settings: { max_parallel_steps: maxParallel },
  };
}

function writeStep(steps: readonly RandomStep[], step: RandomStep, index: number): StepDocument {
  const reads = step.reads.map((n) => `{{default(steps.${idAt(n)}.output, null)}}`);
  const targets = (branch: string) =>
    steps.flatMap((other, at) =>
      other.branchOf.some((b) => b.step === index && b.branch === branch) ? [idAt(at)] : [],
    );
  const params: Record<RandomStep['action'], StepDocument['params']> = {
    read: { input: { fails: step.failures, reads } },
    put: { input: { fails: step.failures, reads } },
    send: { input: { fails: step.failures, reads } },
    log: { message: `read ${reads.join(' ')}` },
    wait: { duration: 5, reason: `read ${reads.join(' ')}` },
    conditional: {
      condition: [step.decides, ...step.reads.map((n) => `default(steps.${idAt(n)}.output, 0) != 1`)].join(
        ' && ',
      ),
      on_true: targets('true'),
      on_false: targets('false'),
    },
  };
  const condition = [
    ...(step.handles ? [`steps.${idAt(step.handles.step)}.status == '${step.handles.status}'`] : []),
    ...(step.condition === undefined ? [] : [String(step.condition)]),
  ];
  return {
    id: idAt(index),
    action: step.action,
    params: params[step.action],
    ...(step.dependsOn.length > 0 ? { depends_on: step.dependsOn.map(idAt) } : {}),
    ...(condition.length > 0 ? { condition: condition.join(' && ') } : {}),
    ...(step.attempts > 1 ? { retry: { max_attempts: step.attempts } } : {}),
    ...(step.goesOn ? { on_failure: 'continue' } : {}),
    ...(step.disabled ? { disabled: true } : {}),
  };
}

/** Whether every attempt of a step fails. */
export function isDoomed({ action, failures, attempts }: RandomStep): boolean {
  return (action === 'read' || action === 'put' || action === 'send') && failures >= attempts;
}

/** The probe of a random pipeline: fails as often as its input says. */
export function failAsTold({ input, ctx }: ProbeCall): Json {
  const fails = isJsonObject(input) ? Number(input.fails) : 0;
  if (ctx.step.attempt <= fails) throw new ActionError('connection_error', 'As told.');
  return { attempt: ctx.step.attempt };
}
