/** What an operand of a condition was. `unknown`: no run is shown; `not_loaded`: the value is too large to be read here. */
export const LINE_OUTCOMES = [
  'true',
  'false',
  'value',
  'missing',
  'not_evaluated',
  'not_loaded',
  'failed',
  'unknown',
] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];
