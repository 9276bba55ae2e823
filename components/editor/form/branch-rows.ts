import { isJsonObject, type Json, type JsonObject, ownProperty, readTargets } from '@/engine';
import { setKey } from '../model/keys';

/** A branch in the form. */
export interface BranchRow {
  readonly name: string;
  readonly condition: string;
  readonly targets: readonly string[];
  readonly isDefault: boolean;
  /** Path below `branches`: its name, or its index in a list. */
  readonly key: string;
}

export type BranchPatch = Partial<Pick<BranchRow, 'name' | 'condition'>> & {
  readonly targets?: readonly string[];
};

const DEFAULT_NAMES = new Set(['default', 'else']);
const ENTRY_ORDER = ['id', 'label', 'condition', 'target_step'];

/** The branches of any accepted form, including unfinished ones. */
export function branchRows(value: Json | undefined): BranchRow[] {
  if (Array.isArray(value)) return value.map((entry, index) => listRow(entry, index));
  return Object.entries(isJsonObject(value) ? value : {}).map(([name, entry]) => namedRow(name, entry));
}

function listRow(entry: Json, index: number): BranchRow {
  const object = isJsonObject(entry) ? entry : {};
  const name = text(ownProperty(object, 'id')) ?? text(ownProperty(object, 'label')) ?? '';
  const condition = text(ownProperty(object, 'condition')) ?? '';
  const isDefault = condition === '' && (DEFAULT_NAMES.has(name.toLowerCase()) || name === '');
  return { name, condition, targets: entryTargets(object), isDefault, key: String(index) };
}

function namedRow(name: string, entry: Json): BranchRow {
  const isDefaultName = DEFAULT_NAMES.has(name.toLowerCase());
  if (isJsonObject(entry)) {
    const condition = text(ownProperty(entry, 'condition')) ?? '';
    return {
      name,
      condition,
      targets: entryTargets(entry),
      isDefault: isDefaultName && condition === '',
      key: name,
    };
  }
  if (isDefaultName) {
    return {
      name,
      condition: '',
      targets: entry === 'true' ? [] : readTargets(entry),
      isDefault: true,
      key: name,
    };
  }
  return { name, condition: text(entry) ?? '', targets: [], isDefault: false, key: name };
}

function text(value: Json | undefined): string | undefined {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : undefined;
}

function entryTargets(entry: JsonObject): string[] {
  return readTargets(entry[targetKey(entry)]);
}

function targetKey(entry: JsonObject): string {
  return !Object.hasOwn(entry, 'target_step') && Object.hasOwn(entry, 'next_step')
    ? 'next_step'
    : 'target_step';
}

/** Changes a branch and keeps the author's form. A name that is taken or empty is not written. */
export function changeBranch(value: Json | undefined, index: number, patch: BranchPatch): Json {
  if (Array.isArray(value)) {
    return value.map((entry, at) =>
      at === index ? changeListEntry(isJsonObject(entry) ? entry : {}, patch) : entry,
    );
  }
  const object = isJsonObject(value) ? value : {};
  const entries = Object.entries(object).map(([name, entry], at): [string, Json] => {
    if (at !== index) return [name, entry];
    const isFree = patch.name !== undefined && patch.name !== '' && !Object.hasOwn(object, patch.name);
    return [isFree ? (patch.name ?? name) : name, changeNamedEntry(name, entry, patch)];
  });
  return Object.fromEntries(entries);
}

function changeListEntry(entry: JsonObject, patch: BranchPatch): JsonObject {
  let next = entry;
  if (patch.name !== undefined) {
    const key = !Object.hasOwn(entry, 'id') && Object.hasOwn(entry, 'label') ? 'label' : 'id';
    next = setKey(next, key, patch.name, ENTRY_ORDER);
  }
  return changeEntry(next, patch);
}

function changeNamedEntry(name: string, entry: Json, patch: BranchPatch): Json {
  if (isJsonObject(entry)) return changeEntry(entry, patch);
  if (DEFAULT_NAMES.has(name.toLowerCase()))
    return patch.targets === undefined ? entry : (writeTargets(patch.targets) ?? {});
  const condition = patch.condition ?? entry;
  const targets = patch.targets === undefined ? undefined : writeTargets(patch.targets);
  return targets === undefined ? condition : { condition, target_step: targets };
}

function changeEntry(entry: JsonObject, patch: BranchPatch): JsonObject {
  let next = entry;
  if (patch.condition !== undefined) next = setKey(next, 'condition', patch.condition, ENTRY_ORDER);
  if (patch.targets !== undefined)
    next = setKey(next, targetKey(entry), writeTargets(patch.targets), ENTRY_ORDER);
  return next;
}

function writeTargets(targets: readonly string[]): Json | undefined {
  const [only] = targets;
  return targets.length > 1 ? [...targets] : only;
}

/** Adds a branch before the default, which stays last. */
export function addBranch(value: Json | undefined, kind: 'named' | 'default'): Json {
  const rows = branchRows(value);
  const taken = new Set(rows.map((row) => row.name));
  let number = rows.length + 1;
  while (taken.has(`branch_${number}`)) number += 1;
  const name = kind === 'default' ? 'default' : `branch_${number}`;
  if (Array.isArray(value)) {
    return insert(value, rows, kind === 'default' ? { id: name } : { id: name, condition: '' });
  }
  const entry: [string, Json] = [name, kind === 'default' ? {} : { condition: '' }];
  return Object.fromEntries(insert(Object.entries(isJsonObject(value) ? value : {}), rows, entry));
}

function insert<T>(list: readonly T[], rows: readonly BranchRow[], entry: T): T[] {
  const at = rows.findIndex((row) => row.isDefault);
  return at < 0 ? [...list, entry] : [...list.slice(0, at), entry, ...list.slice(at)];
}

/** Reorders or removes branches: the result has these indexes, in this order. */
export function arrangeBranches(value: Json | undefined, order: readonly number[]): Json {
  if (Array.isArray(value)) return pick(value, order);
  return Object.fromEntries(pick(Object.entries(isJsonObject(value) ? value : {}), order));
}

function pick<T>(list: readonly T[], order: readonly number[]): T[] {
  return order.flatMap((index) => list.slice(index, index + 1));
}
