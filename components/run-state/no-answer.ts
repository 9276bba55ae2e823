/** Shown when no answer to the start of a run arrived. Trying again is safe: both requests have one idempotency key. */
export const NO_ANSWER =
  'The server did not respond, so the run may have started. Try again: at most one run starts.';
