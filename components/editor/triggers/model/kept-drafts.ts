import { dropDraft, keepDraft, readKeptDraft } from '@/components/params/kept-draft';
import { isJsonObject } from '@/engine';
import type { TriggerType } from '@/lib/contracts/triggers';
import type { TriggerDraft } from './trigger-draft';

/** Which form a text belongs to: one of a trigger that there is, or the one of a type for a new one. */
export interface DraftKey {
  readonly pipelineId: string;
  readonly trigger: { readonly id: string } | { readonly type: TriggerType };
}

/** Raised when the draft's form changes, so that older texts are not mistaken for it. */
const FORM = 1;

function keyOf({ pipelineId, trigger }: DraftKey): string {
  return `pipewright.trigger-draft.${pipelineId}.${'id' in trigger ? trigger.id : `new-${trigger.type}`}`;
}

/** What was written and not saved in this browser; on top of `fresh`, which names all there is. */
export function readKeptTriggerDraft(key: DraftKey, fresh: TriggerDraft): TriggerDraft | undefined {
  const kept = readKeptDraft(keyOf(key));
  if (kept?.form !== FORM || !isJsonObject(kept.draft)) return undefined;
  if (kept.draft.type !== fresh.type) return undefined;
  const webhook = isJsonObject(kept.draft.webhook) ? kept.draft.webhook : {};
  return asDraft({ ...fresh, ...kept.draft, webhook: { ...fresh.webhook, ...webhook } });
}

/** Only `keepTriggerDraft` writes under these keys, and its form is checked. */
function asDraft(draft: object): TriggerDraft {
  return draft as TriggerDraft;
}

/** Keeps what is written until it is saved or thrown away. */
export function keepTriggerDraft(key: DraftKey, draft: TriggerDraft): void {
  keepDraft(keyOf(key), { form: FORM, draft });
}

/** Forgets what was written. */
export function dropTriggerDraft(key: DraftKey): void {
  dropDraft(keyOf(key));
}
