import type { IconName } from '@/components/ui/icon';
import type { Status } from '@/components/ui/status';
import type { FIRING_OUTCOMES, FIRING_REASONS, TriggerType } from '@/lib/contracts/triggers';

/** How a type of trigger is shown. */
export interface TriggerLook {
  readonly icon: IconName;
  readonly word: string;
  /** One sentence for somebody who has none yet. */
  readonly about: string;
}

/** Icon, word and sentence of every type. */
export const TRIGGER_TYPES_SHOWN: Readonly<Record<TriggerType, TriggerLook>> = {
  schedule: {
    icon: 'calendar',
    word: 'Schedule',
    about: 'Starts a run at times you choose: by the calendar, every so often, or once.',
  },
  webhook: {
    icon: 'hook',
    word: 'Webhook',
    about: 'Starts a run whenever another system calls an address that only you hand out.',
  },
  pipeline_finished: {
    icon: 'link',
    word: 'After a pipeline',
    about: 'Starts a run when a run of another pipeline has ended, with what it gave.',
  },
};

export type FiringOutcome = (typeof FIRING_OUTCOMES)[number];
export type FiringReason = (typeof FIRING_REASONS)[number];

/** Glyph, colour and word of an outcome. */
export const OUTCOME_LOOKS: Readonly<
  Record<FiringOutcome, { readonly status: Status; readonly word: string }>
> = {
  started: { status: 'completed', word: 'Started' },
  skipped: { status: 'skipped', word: 'Skipped' },
  refused: { status: 'failed', word: 'Refused' },
};

/** Why nothing was started, in a few words. */
export const REASON_WORDS: Readonly<Record<FiringReason, string>> = {
  missed: 'it was due while no server was running',
  overlap: 'its previous run was still going',
  quarantined: 'a run of this pipeline is in quarantine',
  queue_full: 'too many runs were waiting',
  storage_full: 'too little disk space was free',
  invalid: 'the pipeline or its params have problems',
  chain_too_long: 'pipelines had started each other too many times in a row',
  unauthorized: 'its signature or header was wrong',
  internal: 'something went wrong in Pipewright itself',
};
