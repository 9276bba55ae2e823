/** Shown when no answer to the start of a run arrived. Trying again is safe: both requests have one idempotency key. */
export const NO_ANSWER =
  'The server did not answer, so it is not known whether the run started. Try again: only one run starts.';
