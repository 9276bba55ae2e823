import { type Json, type JsonChange, type JsonDiff, measure } from '@/engine';
import type { DiffPart, JsonDiffRecord } from '@/lib/contracts/run-diffs';

/** Largest value inside a difference, in bytes of JSON; of larger ones only the size is sent. */
const MAX_PART_BYTES = 4096;

/** Largest text of several lines, of which the lines are compared, and all of them together. */
const MAX_TEXT_BYTES = 64_000;
const MAX_TEXTS_BYTES = 1_000_000;

/** A value as it is sent; a large one only with its size. */
export function partRecord(value: Json): DiffPart {
  return partOf(value, { left: MAX_TEXTS_BYTES });
}

/** Differences as they are sent. */
export function jsonDiffRecord({ changes, total }: JsonDiff): JsonDiffRecord {
  const texts = { left: MAX_TEXTS_BYTES };
  return { total, changes: changes.map((change) => changeRecord(change, texts)) };
}

/** Bytes of texts that may still be sent. */
interface TextBudget {
  left: number;
}

function changeRecord(change: JsonChange, texts: TextBudget): JsonDiffRecord['changes'][number] {
  return {
    kind: change.kind,
    path: [...change.path],
    base: change.kind === 'added' ? null : partOf(change.left, texts),
    run: change.kind === 'removed' ? null : partOf(change.right, texts),
  };
}

function partOf(value: Json, texts: TextBudget): DiffPart {
  const { bytes } = measure(value);
  if (bytes <= MAX_PART_BYTES) return { value };
  const hasLines = typeof value === 'string' && value.includes('\n');
  if (!hasLines || bytes > Math.min(MAX_TEXT_BYTES, texts.left)) return { bytes };
  texts.left -= bytes;
  return { value };
}
