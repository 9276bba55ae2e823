import { refuseSize } from '@/engine/json-limits';
import { type SaveDraftInput, type SaveDraftResult, saveConflictSchema } from '@/lib/contracts/pipelines';
import type { SaveAnswer, SendSave } from '../model/save-state';

/** Codes of refusals that another attempt may not have. */
const PASSING = new Set(['unavailable', 'internal']);

/** A server action that saves a draft, as the save controller calls it. */
export function sendThrough(save: (input: SaveDraftInput) => Promise<SaveDraftResult>): SendSave {
  return async (input) => {
    // A far larger text would fail like a lost connection, so its size is checked here.
    const tooLarge = refuseSize(input.text);
    return tooLarge === undefined ? readAnswer(await save(input)) : { outcome: 'refused', message: tooLarge };
  };
}

/** @throws Error for refusals that should be retried */
function readAnswer(result: SaveDraftResult): SaveAnswer {
  if (result.ok) {
    const { revision, version, edited } = result;
    return { outcome: 'saved', revision, version, edited };
  }
  const { code, message, details } = result.error;
  if (code === 'conflict') {
    const conflict = saveConflictSchema.safeParse(details);
    if (conflict.success) return { outcome: 'conflict', theirs: conflict.data };
  }
  if (PASSING.has(code)) throw new Error(message);
  return { outcome: 'refused', message };
}
