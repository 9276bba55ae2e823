import type { IconName } from '@/components/ui/icon';
import type { Status } from '@/components/ui/status';
import type { DELIVERY_OUTCOMES, DELIVERY_REASONS, TriggerType } from '@/lib/contracts/triggers';

/** How a type of trigger is shown. */
export interface TriggerLook {
  readonly icon: IconName;
  readonly word: string;
  /** Description for the empty state. */
  readonly about: string;
}

/** Icon, word and sentence of every type. */
export const TRIGGER_TYPES_SHOWN: Readonly<Record<TriggerType, TriggerLook>> = {
  schedule: {
    icon: 'calendar',
    word: 'Schedule',
    about: 'Starts runs at scheduled times: cron, interval or once.',
  },
  webhook: {
    icon: 'hook',
    word: 'Webhook',
    about: 'Starts a run when another system calls a secret URL.',
  },
  pipeline_finished: {
    icon: 'link',
    word: 'After a pipeline',
    about: 'Starts a run when a run of another pipeline finishes. Its outputs can be used as run parameters.',
  },
};

export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/** Glyph, colour and word of an outcome. */
export const OUTCOME_LOOKS: Readonly<
  Record<DeliveryOutcome, { readonly status: Status; readonly word: string }>
> = {
  started: { status: 'completed', word: 'Started' },
  skipped: { status: 'skipped', word: 'Skipped' },
  refused: { status: 'failed', word: 'Rejected' },
};

/** Reasons for deliveries without a run. */
export const REASON_WORDS: Readonly<Record<DeliveryReason, string>> = {
  missed: 'no server was running at the scheduled time',
  overlap: 'the previous run was still running',
  quarantined: 'a run of this pipeline is quarantined',
  queue_full: 'the queue was full',
  storage_full: 'the disk was almost full',
  invalid: 'the pipeline or its run parameters have errors',
  chain_too_long: 'too many pipelines started each other in a row',
  unauthorized: 'the signature or header was invalid',
  internal: 'internal error of Pipewright',
};
