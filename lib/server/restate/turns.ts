import type { AttemptOutcome } from '@/engine';

/** The outcome of an attempt as Restate stores it: a large output is a reference to the payload store. */
export type KeptOutcome = AttemptOutcome | { readonly ref: string };

/** Why a turn runs. */
export type News =
  | { readonly kind: 'begun' | 'timer' | 'told' | 'pulse' | 'cancelled' }
  | { readonly kind: 'outcome'; readonly attempt: string; readonly outcome: KeptOutcome };

/** Input of a turn. */
export interface Turn {
  readonly news: News;
  /** Attempts that Restate has received and whose outcome was in no earlier turn. */
  readonly inFlight: readonly string[];
}

/** Result of a turn. Restate stores it, so that a replay returns the same without running the turn again. */
export type TurnEnd =
  | { readonly ended: true }
  | {
      readonly ended: false;
      /** Attempts to execute now. */
      readonly starts: readonly string[];
      /** When the next timer is due, in ms since 1970, and its delay from the end of the turn. */
      readonly timer?: { readonly at: number; readonly inMs: number };
      /** How many commands were read. */
      readonly commands: number;
    };

/** The runs, as the Restate handler uses them. */
export interface Turns {
  /** A handler works on the run until the returned function is called. */
  attend(runId: string): () => void;
  /** Continues the run until it needs something from outside. */
  take(runId: string, turn: Turn): Promise<TurnEnd>;
  /** Executes an attempt; interrupted when the process that started it is gone. */
  carryOut(runId: string, attempt: string): Promise<KeptOutcome>;
}
