import {
  type ActionDescriptor,
  type Branch,
  isJsonObject,
  type Json,
  type JsonObject,
  readBranches,
  readTargets,
  type StepDocument,
} from '@/engine';
import { STEP_KEYS, setKey } from './keys';

/** A branch with its targets, as a handle on the right of a card. */
export interface BranchOutput {
  /** `true`, `false`, or the branch's own name. */
  readonly name: string;
  /** Text of the label. */
  readonly label: string;
  readonly targets: readonly string[];
}

/** The branches a step may take, in the order of its handles. Empty for actions that do not branch. */
export function branchOutputs(step: StepDocument, descriptor: ActionDescriptor | undefined): BranchOutput[] {
  const named = branchFields(descriptor).flatMap(({ param, branch }) => {
    const value = step.params?.[authorSpelling(step, descriptor, param)];
    if (branch !== undefined) return [{ name: branch, label: branch, targets: readTargets(value) }];
    return readBranches(value).map(({ name, label, targets }) => ({ name, label, targets }));
  });
  const fixed = new Set(branchFields(descriptor).map(({ branch }) => branch));
  const hasNamed = named.some((output) => !fixed.has(output.name));
  // With named branches, `true` and `false` are shown only where the author uses them.
  return hasNamed ? named.filter((output) => !fixed.has(output.name) || output.targets.length > 0) : named;
}

/** The step with the targets of one branch replaced. Unknown branch names change nothing. */
export function setBranchTargets(
  step: StepDocument,
  descriptor: ActionDescriptor | undefined,
  branch: string,
  targets: readonly string[],
): StepDocument {
  for (const field of branchFields(descriptor)) {
    const name = authorSpelling(step, descriptor, field.param);
    const params = step.params ?? {};
    if (field.branch === branch) {
      return setKey(step, 'params', setKey(params, name, writeTargets(targets)), STEP_KEYS);
    }
    const value = params[name];
    const found =
      field.branch === undefined
        ? readBranches(value).find((candidate) => candidate.name === branch)
        : undefined;
    if (found !== undefined && value !== undefined) {
      return setKey(step, 'params', setKey(params, name, withTargets(value, found, targets)), STEP_KEYS);
    }
  }
  return step;
}

/** The step with `change` applied to every list of branch targets in it. */
export function mapBranchTargets(
  step: StepDocument,
  descriptor: ActionDescriptor | undefined,
  change: (targets: readonly string[]) => readonly string[],
): StepDocument {
  let next = step;
  for (const { name, targets } of branchOutputs(step, descriptor)) {
    const changed = change(targets);
    if (!sameTargets(changed, targets)) next = setBranchTargets(next, descriptor, name, changed);
  }
  return next;
}

/** The key under which the author wrote a parameter: its canonical name unless another spelling is there. */
export function authorSpelling(
  step: StepDocument,
  descriptor: ActionDescriptor | undefined,
  param: string,
): string {
  const params = step.params;
  if (params === undefined || Object.hasOwn(params, param)) return param;
  const spellings = Object.entries(descriptor?.spellings ?? {});
  return spellings.find(([written, name]) => name === param && Object.hasOwn(params, written))?.[0] ?? param;
}

/** Parameters that name steps as sources of data. */
export function sourceFields(descriptor: ActionDescriptor | undefined): string[] {
  return Object.entries(descriptor?.params.properties ?? {}).flatMap(([param, schema]) =>
    schema.edge === 'source' ? [param] : [],
  );
}

function branchFields(
  descriptor: ActionDescriptor | undefined,
): { readonly param: string; readonly branch: string | undefined }[] {
  return Object.entries(descriptor?.params.properties ?? {}).flatMap(([param, { edge }]) => {
    if (edge === undefined || edge === 'source') return [];
    return [{ param, branch: edge === 'branches' ? undefined : edge.slice('branch:'.length) }];
  });
}

/** One id is a plain string, several are a list, none removes the key. */
function writeTargets(targets: readonly string[]): Json | undefined {
  if (targets.length === 0) return undefined;
  return targets.length === 1 ? targets[0] : [...targets];
}

function withTargets(value: Json, branch: Branch, targets: readonly string[]): Json {
  const key = branch.path.split('.').at(-1) ?? '';
  if (Array.isArray(value)) {
    return value.map((entry, index) =>
      String(index) === key ? withEntryTargets(entry, branch, targets) : entry,
    );
  }
  if (!isJsonObject(value)) return value;
  const name = branch.path.slice('params.branches.'.length);
  return setKey(value, name, withEntryTargets(value[name] ?? {}, branch, targets));
}

function withEntryTargets(entry: Json, branch: Branch, targets: readonly string[]): Json {
  const written = writeTargets(targets);
  if (isJsonObject(entry)) {
    const key = branch.targetPath?.slice(branch.path.length + 1) || 'target_step';
    return setKey<JsonObject>(entry, key, written);
  }
  // The short forms: an expression becomes an object once it has a target, a default is the id of its step.
  if (branch.isDefault) return written ?? {};
  return written === undefined ? entry : { condition: entry, target_step: written };
}

function sameTargets(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
