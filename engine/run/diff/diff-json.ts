import { isJsonObject, type Json, type JsonObject, ownProperty } from '../../json';
import { canonicalText } from '../rerun/canonical';
import { equalJson } from './equal-json';
import { areMatched, gapsBetween, type Range } from './list-gaps';

/** Keys and positions that lead to a part of a value. */
export type DiffPath = readonly (string | number)[];

/** One difference between two JSON values. */
export type JsonChange =
  | { readonly kind: 'added'; readonly path: DiffPath; readonly right: Json }
  | { readonly kind: 'removed'; readonly path: DiffPath; readonly left: Json }
  | { readonly kind: 'changed'; readonly path: DiffPath; readonly left: Json; readonly right: Json };

/** The differences of two values, in the order of the values. */
export interface JsonDiff {
  readonly changes: readonly JsonChange[];
  /** Number of all differences: above the length of `changes` when there are more than the limit. */
  readonly total: number;
}

/** Largest number of differences that are named. */
export const MAX_CHANGES = 1000;

/**
 * Compares two values by structure. Paths of removed parts are those of the left value, all others those of the right
 * one. Items of lists are matched by content, so that an inserted item is one difference.
 */
export function diffJson(left: Json, right: Json, limit = MAX_CHANGES): JsonDiff {
  const changes: JsonChange[] = [];
  let total = 0;
  const report = (change: JsonChange) => {
    total += 1;
    if (changes.length < limit) changes.push(change);
  };
  compare(left, right, [], report);
  return { changes, total };
}

type Report = (change: JsonChange) => void;

function compare(left: Json, right: Json, path: DiffPath, report: Report): void {
  if (left === right) return;
  if (Array.isArray(left) && Array.isArray(right)) compareLists(left, right, path, report);
  else if (isJsonObject(left) && isJsonObject(right)) compareObjects(left, right, path, report);
  else report({ kind: 'changed', path, left, right });
}

function compareObjects(left: JsonObject, right: JsonObject, path: DiffPath, report: Report): void {
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const [before, after] = [ownProperty(left, key), ownProperty(right, key)];
    const at = [...path, key];
    if (before === undefined) report({ kind: 'added', path: at, right: after ?? null });
    else if (after === undefined) report({ kind: 'removed', path: at, left: before });
    else compare(before, after, at, report);
  }
}

/** Without the equal items at both ends, which most changes of lists leave. */
function compareLists(left: readonly Json[], right: readonly Json[], path: DiffPath, report: Report): void {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && equalJson(left[start] ?? null, right[start] ?? null)) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    equalJson(left[left.length - 1 - end] ?? null, right[right.length - 1 - end] ?? null)
  )
    end += 1;
  const [lefts, rights] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  const gaps = areMatched(lefts.length, rights.length)
    ? gapsBetween(lefts.map(canonicalText), rights.map(canonicalText))
    : [{ left: { from: 0, to: lefts.length }, right: { from: 0, to: rights.length } }];
  for (const { left: lefthand, right: righthand } of gaps) {
    compareGap({ lefts, rights, lefthand, righthand, start }, path, report);
  }
}

/** Items that differ: pairs by position, and those that are left over. */
function compareGap(
  gap: { lefts: readonly Json[]; rights: readonly Json[]; lefthand: Range; righthand: Range; start: number },
  path: DiffPath,
  report: Report,
): void {
  const { lefts, rights, lefthand, righthand, start } = gap;
  const pairs = Math.min(lefthand.to - lefthand.from, righthand.to - righthand.from);
  for (let index = 0; index < pairs; index += 1) {
    const at = righthand.from + index;
    compare(lefts[lefthand.from + index] ?? null, rights[at] ?? null, [...path, start + at], report);
  }
  for (let at = lefthand.from + pairs; at < lefthand.to; at += 1)
    report({ kind: 'removed', path: [...path, start + at], left: lefts[at] ?? null });
  for (let at = righthand.from + pairs; at < righthand.to; at += 1)
    report({ kind: 'added', path: [...path, start + at], right: rights[at] ?? null });
}
