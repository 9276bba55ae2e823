import { dropDraft, keepDraft, readKeptDraft } from '@/components/params/kept-draft';
import { isJsonObject } from '@/engine';
import type { TriggerType } from '@/lib/contracts/triggers';
import type { TriggerDraft } from './trigger-draft';

/** The form of a draft: of an existing trigger, or of a type for a new one. */
export interface DraftKey {
  readonly pipelineId: string;
  readonly trigger: { readonly id: string } | { readonly type: TriggerType };
}

/** Raised when the structure of drafts changes, so that older ones are ignored. */
const FORM = 1;

function keyOf({ pipelineId, trigger }: DraftKey): string {
  return `pipewright.trigger-draft.${pipelineId}.${'id' in trigger ? trigger.id : `new-${trigger.type}`}`;
}

/** The unsaved draft in this browser, merged over `fresh`, which has all fields. */
export function readKeptTriggerDraft(key: DraftKey, fresh: TriggerDraft): TriggerDraft | undefined {
  const kept = readKeptDraft(keyOf(key));
  if (kept?.form !== FORM || !isJsonObject(kept.draft)) return undefined;
  if (kept.draft.type !== fresh.type) return undefined;
  const webhook = isJsonObject(kept.draft.webhook) ? kept.draft.webhook : {};
  return asDraft({ ...fresh, ...kept.draft, webhook: { ...fresh.webhook, ...webhook } });
}

/** Only `keepTriggerDraft` writes these keys, and the version is checked. */
function asDraft(draft: object): TriggerDraft {
  return draft as TriggerDraft;
}

/** Stores a draft until it is saved or discarded. */
export function keepTriggerDraft(key: DraftKey, draft: TriggerDraft): void {
  keepDraft(keyOf(key), { form: FORM, draft });
}

/** Deletes the stored draft. */
export function dropTriggerDraft(key: DraftKey): void {
  dropDraft(keyOf(key));
}
