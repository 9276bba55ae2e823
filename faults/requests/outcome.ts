/** The outcome of a request for its caller. */
export type Outcome =
  /** Status 200 and the complete answer to this request. */
  | 'answered'
  /** An error with a status, such as `503 no_ready_replica`. */
  | `refused: ${string}`
  /** The connection was cut, so that the caller knows. */
  | 'cut off'
  /** Status 200 and an end, but not the complete answer to this request. */
  | 'wrong answer'
  /** No answer within the time limit of the caller. */
  | 'no outcome';

/** How often each outcome was seen. */
export type Tally = Readonly<Record<string, number>>;

/** Outcomes by which a request is lost without an error for its caller. */
const SILENT: readonly string[] = ['wrong answer', 'no outcome'] satisfies Outcome[];

/** A tally as text. */
export interface TallySummary {
  readonly sent: number;
  readonly failed: number;
  /** Failed, in percent of all. */
  readonly failedPercent: number;
  /** Requests without an outcome or with a wrong one, and those that were not counted at all. */
  readonly silent: number;
  readonly text: string;
}

/** Sums up how requests ended. @param sent requests that were sent: each must have an outcome */
export function summaryOf(tally: Tally, sent: number): TallySummary {
  const entries = Object.entries(tally);
  const counted = entries.reduce((sum, [, count]) => sum + count, 0);
  const failed = sent - (tally.answered ?? 0);
  const silent = sent - counted + SILENT.reduce((sum, outcome) => sum + (tally[outcome] ?? 0), 0);
  const failedPercent = sent === 0 ? 0 : (failed / sent) * 100;
  const parts = entries.sort().map(([outcome, count]) => `${outcome} ${count}`);
  return {
    ...{ sent, failed, failedPercent, silent },
    text: `${sent} requests: ${parts.join(', ')}; failed ${failedPercent.toFixed(2)} %, lost silently ${silent}`,
  };
}
