import { isJsonObject, ownProperty } from './json';

/** One branch of a `conditional`, from any accepted form. */
export interface Branch {
  /** The value of `output.branch` when it is taken. */
  readonly name: string;
  /** Label for people. */
  readonly label: string;
  /** Undefined for the default branch, and for one that the step's own condition selects by name. */
  readonly condition: string | undefined;
  /** Whether it is taken when no other branch matches; always the last one. */
  readonly isDefault: boolean;
  /** Steps that this branch leads to. */
  readonly targets: readonly string[];
  /** Path of the branch below the step: `params.branches.healthy`. */
  readonly path: string;
  /** Path of the condition, for problems in it. */
  readonly conditionPath: string | undefined;
  /** Path of the targets. */
  readonly targetPath: string | undefined;
}

const DEFAULT_NAMES = new Set(['default', 'else']);
const TARGET_KEYS = ['target_step', 'next_step'] as const;

/** Reads every form of `branches`, in the order of evaluation, without invalid entries. docs/rules.md, section 7.1. */
export function readBranches(value: unknown): Branch[] {
  const branches = Array.isArray(value) ? readList(value) : readNamed(value);
  return [...branches.filter((b) => !b.isDefault), ...branches.filter((b) => b.isDefault)];
}

function readNamed(value: unknown): Branch[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const path = `params.branches.${name}`;
    if (isJsonObject(entry)) return [readEntry({ entry, name, path, isDefault: isDefaultName(name) })];
    if (isDefaultName(name)) return [shortDefault(name, entry, path)];
    const condition = readCondition(entry);
    if (condition === undefined) return [];
    const blank = { isDefault: false, targets: [], targetPath: undefined };
    return [{ name, label: name, condition, path, conditionPath: path, ...blank }];
  });
}

function readList(entries: readonly unknown[]): Branch[] {
  return entries.flatMap((entry, index) => {
    if (!isJsonObject(entry)) return [];
    const written = readText(entry, 'id') ?? readText(entry, 'label');
    // An entry with only a target is the default: `{ "next_step": "x" }`.
    const isBare = written === undefined && readCondition(ownProperty(entry, 'condition')) === undefined;
    const name = written ?? (isBare ? 'default' : `branch_${index + 1}`);
    return [
      readEntry({ entry, name, path: `params.branches.${index}`, isDefault: isBare || isDefaultName(name) }),
    ];
  });
}

function readEntry(from: {
  entry: Record<string, unknown>;
  name: string;
  path: string;
  isDefault: boolean;
}): Branch {
  const { entry, name, path } = from;
  const condition = readCondition(ownProperty(entry, 'condition'));
  const targetKey = TARGET_KEYS.find((key) => readTargets(ownProperty(entry, key)).length > 0);
  return {
    name,
    label: readText(entry, 'label') ?? name,
    condition,
    isDefault: from.isDefault && condition === undefined,
    targets: targetKey === undefined ? [] : readTargets(ownProperty(entry, targetKey)),
    path,
    conditionPath: condition === undefined ? undefined : `${path}.condition`,
    targetPath: targetKey === undefined ? undefined : `${path}.${targetKey}`,
  };
}

/** `"default": "step"`, `"default": ["a", "b"]`, or `"default": "true"`, which is not a step id. */
function shortDefault(name: string, entry: unknown, path: string): Branch {
  const targets = entry === 'true' ? [] : readTargets(entry);
  return {
    name,
    label: name,
    condition: undefined,
    isDefault: true,
    targets,
    path,
    conditionPath: undefined,
    targetPath: targets.length === 0 ? undefined : path,
  };
}

function isDefaultName(name: string): boolean {
  return DEFAULT_NAMES.has(name.toLowerCase());
}

function readCondition(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function readText(entry: Record<string, unknown>, key: string): string | undefined {
  const value = ownProperty(entry, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** One step id or a list of them. */
export function readTargets(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((id): id is string => typeof id === 'string' && id !== '');
}
