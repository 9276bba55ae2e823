import { z } from 'zod';
import { type ControlContext, type Decision, defineControl } from '../../action';
import { type Branch, readBranches, readTargets } from '../../branches';
import { ActionError } from '../../errors';
import { branchTarget, condition } from '../../fields';
import { json } from '../../json';

const params = z
  .object({
    condition: condition()
      .meta({ secrets: 'refused', usual: true })
      .optional()
      .describe(
        'Condition that selects “on true” or “on false”, or an expression that returns the name of a branch.',
      ),
    on_true: branchTarget('true')
      .meta({ variant: 'b', usual: true })
      .optional()
      .describe('Steps to run when the condition is true.'),
    on_false: branchTarget('false')
      .meta({ variant: 'b', usual: true })
      .optional()
      .describe('Steps to run when the condition is false.'),
    branches: z
      .union([z.record(z.string(), json()), z.array(json())])
      .meta({ widget: 'branches', reads: 'deferred', edge: 'branches', secrets: 'refused', variant: 'a' })
      .optional()
      .describe('Named branches. The first branch whose condition is true is taken, otherwise “default”.'),
  })
  .refine((given) => given.condition !== undefined || given.branches !== undefined, {
    path: ['condition'],
    message: 'Set a condition, or branches with a condition each',
  });

/** Takes one of several branches; steps that only other branches lead to are skipped. docs/rules.md, section 7.1. */
export const conditional = defineControl({
  type: 'conditional',
  title: 'Conditional',
  description: 'Take one of several branches, depending on a condition.',
  icon: 'conditional',
  sentence: '[{condition}][ one of {branches}]',
  category: 'control',
  aliases: ['condition'],
  params,
  requireOneOf: ['condition', 'branches'],

  docs: {
    variants: { a: 'conditional', b: 'condition' },
    examples: [
      {
        title: 'Two branches',
        step: {
          id: 'is_ok',
          params: {
            condition: 'steps.check.output.status_code == 200',
            on_true: 'deploy',
            on_false: 'tell',
          },
        },
      },
      {
        title: 'Named branches',
        step: {
          id: 'pick',
          params: {
            branches: {
              fine: { condition: 'steps.check.output.status_code < 300', target_step: 'deploy' },
              busy: { condition: 'steps.check.output.status_code == 429', target_step: 'hold' },
              default: { target_step: 'tell' },
            },
          },
        },
      },
    ],
    failures: { invalid_params: 'branches is empty.' },
    notes: ['Steps that are reachable only through a branch that was not taken are skipped.'],
  },

  output: z.object({
    result: z
      .boolean()
      .meta({ computedFrom: ['condition', 'branches'] })
      .describe(
        'Result of the condition. With branches only: true when a branch other than the default was taken.',
      ),
    branch: z
      .string()
      .meta({ computedFrom: ['condition', 'branches'] })
      .describe('Name of the branch taken: true, false, the name of a branch, or none.'),
    target_step: z
      .union([z.string(), z.array(z.string()), z.null()])
      .meta({ computedFrom: ['condition', 'branches', 'on_true', 'on_false'] })
      .describe('Target step of the branch, a list for several, null for none.'),
  }),

  decide(given, ctx) {
    return given.branches === undefined ? decideByCondition(given, ctx) : decideByBranches(given, ctx);
  },
});

type Given = z.output<typeof params>;

interface BranchTargets {
  readonly name: string;
  readonly targets: readonly string[];
}

function conditionBranches(given: Given): { whenTrue: BranchTargets; whenFalse: BranchTargets } {
  return {
    whenTrue: { name: 'true', targets: readTargets(given.on_true) },
    whenFalse: { name: 'false', targets: readTargets(given.on_false) },
  };
}

function decideByCondition(given: Given, ctx: ControlContext): Decision {
  const result = ctx.test(given.condition ?? 'false');
  const { whenTrue, whenFalse } = conditionBranches(given);
  const taken = result ? whenTrue : whenFalse;
  return take({ result, name: taken.name, taken: [taken], branches: [whenTrue, whenFalse] });
}

function decideByBranches(given: Given, ctx: ControlContext): Decision {
  const branches = readBranches(given.branches);
  if (branches.length === 0) {
    throw new ActionError(
      'invalid_params',
      'params.branches is empty. Add at least one branch with a condition.',
      {
        path: 'params.branches',
      },
    );
  }
  const isNamed = branches.some((b) => b.condition === undefined && !b.isDefault);
  const selected = isNamed ? selectedName(given.condition, ctx) : undefined;
  const matched = branches.find((b) => !b.isDefault && matches(b, selected, ctx));
  const taken = matched ?? branches.find((b) => b.isDefault);
  const name = taken?.name ?? 'none';

  if (given.condition === undefined || isNamed) {
    return take({ result: matched !== undefined, name, taken: taken ? [taken] : [], branches });
  }
  // A condition that is given with branches sets `result`, and its own targets follow it.
  const result = ctx.test(given.condition);
  const { whenTrue, whenFalse } = conditionBranches(given);
  const side = result ? whenTrue : whenFalse;
  return take({
    result,
    name,
    taken: taken ? [taken, side] : [side],
    branches: [...branches, whenTrue, whenFalse],
  });
}

function matches(branch: Branch, selected: string | undefined, ctx: ControlContext): boolean {
  if (branch.condition !== undefined) return ctx.test(branch.condition);
  return selected !== undefined && (branch.name === selected || branch.label === selected);
}

/** The value of the condition as the name of a branch. */
function selectedName(expression: string | undefined, ctx: ControlContext): string | undefined {
  if (expression === undefined) return undefined;
  const value = ctx.evaluate(expression);
  return typeof value === 'object' ? undefined : String(value);
}

function take(choice: {
  result: boolean;
  name: string;
  taken: readonly BranchTargets[];
  branches: readonly BranchTargets[];
}): Decision {
  const targets = [...new Set(choice.taken.flatMap((branch) => branch.targets))];
  const all = new Set(choice.branches.flatMap((branch) => branch.targets));
  const notTaken = [...all].filter((id) => !targets.includes(id));
  return {
    do: 'complete',
    output: { result: choice.result, branch: choice.name, target_step: asTargetStep(targets) },
    branch: { taken: choice.name, notTaken },
  };
}

function asTargetStep(targets: string[]): string | string[] | null {
  const [first, second] = targets;
  if (first === undefined) return null;
  return second === undefined ? first : targets;
}
