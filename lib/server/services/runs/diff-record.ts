import { type Json, type JsonDiff, measure } from '@/engine';
import type { DiffPart, JsonDiffRecord } from '@/lib/contracts/run-diffs';
import { type StoredDiff, type StoredSide, storedChange } from '../../store/outline/diff/diff-stored';

/** Largest value inside a difference, in bytes of JSON; of larger ones only the size is sent. */
const MAX_PART_BYTES = 4096;

/** Largest text of several lines, of which the lines are compared, and all of them together. */
const MAX_TEXT_BYTES = 64_000;
const MAX_TEXTS_BYTES = 1_000_000;

/** A value as it is sent; a large one only with its size. */
export function partRecord(value: Json): DiffPart {
  return partOf(value, { left: MAX_TEXTS_BYTES });
}

/** Differences of values in memory as they are sent. */
export function jsonDiffRecord({ changes, total }: JsonDiff): JsonDiffRecord {
  return storedDiffRecord({ changes: changes.map(storedChange), total });
}

/** Differences of stored values as they are sent. */
export function storedDiffRecord({ changes, total }: StoredDiff): JsonDiffRecord {
  const texts = { left: MAX_TEXTS_BYTES };
  const records = changes.map(({ kind, path, left, right }) => ({
    ...{ kind, path: [...path] },
    base: left === undefined ? null : sideRecord(left, texts),
    run: right === undefined ? null : sideRecord(right, texts),
  }));
  return { total, changes: records };
}

/** Bytes of texts that may still be sent. */
interface TextBudget {
  left: number;
}

function sideRecord(side: StoredSide, texts: TextBudget): DiffPart {
  return 'bytes' in side ? side : partOf(side.value, texts);
}

function partOf(value: Json, texts: TextBudget): DiffPart {
  const { bytes } = measure(value);
  if (bytes <= MAX_PART_BYTES) return { value };
  const hasLines = typeof value === 'string' && value.includes('\n');
  if (!hasLines || bytes > Math.min(MAX_TEXT_BYTES, texts.left)) return { bytes };
  texts.left -= bytes;
  return { value };
}
