import { type Json, type JsonChange, type JsonDiff, measure } from '@/engine';
import type { DiffPart, JsonDiffRecord } from '@/lib/contracts/run-diffs';

/** Largest value inside a difference, in bytes of JSON; of larger ones only the size is sent. */
const MAX_PART_BYTES = 4096;

/** Differences as they are sent. */
export function jsonDiffRecord({ changes, total }: JsonDiff): JsonDiffRecord {
  return { total, changes: changes.map(changeRecord) };
}

function changeRecord(change: JsonChange): JsonDiffRecord['changes'][number] {
  return {
    kind: change.kind,
    path: [...change.path],
    base: change.kind === 'added' ? null : partOf(change.left),
    run: change.kind === 'removed' ? null : partOf(change.right),
  };
}

function partOf(value: Json): DiffPart {
  const { bytes } = measure(value);
  return bytes > MAX_PART_BYTES ? { bytes } : { value };
}
