import type { AttemptOutcome } from '@/engine/index';

/** An attempt's outcome as Restate keeps it: a large output is a reference to the payload store. */
export type KeptOutcome = AttemptOutcome | { readonly ref: string };

/** Why a turn is taken. */
export type News =
  | { readonly kind: 'begun' | 'timer' | 'told' | 'pulse' | 'cancelled' }
  | { readonly kind: 'outcome'; readonly attempt: string; readonly outcome: KeptOutcome };

/** What a turn is given. */
export interface Turn {
  readonly news: News;
  /** Attempts that Restate was given and whose outcome was in no earlier turn. */
  readonly inFlight: readonly string[];
}

/** What follows from a turn. Restate keeps it, so that a replay does the same without taking the turn again. */
export type TurnEnd =
  | { readonly ended: true }
  | {
      readonly ended: false;
      /** Attempts to carry out now. */
      readonly starts: readonly string[];
      /** When the next timer is due, in ms since 1970, and how long that is from the end of the turn. */
      readonly timer?: { readonly at: number; readonly inMs: number };
      /** How many commands were read. */
      readonly commands: number;
    };

/** The runs as the handler of Restate sees them. */
export interface Turns {
  /** A handler works on the run from now on, until the function is called. */
  attend(runId: string): () => void;
  /** Brings the run as far as it goes without the outside. */
  take(runId: string, turn: Turn): Promise<TurnEnd>;
  /** Carries out an attempt; interrupted when what began it is gone. */
  carryOut(runId: string, attempt: string): Promise<KeptOutcome>;
}
