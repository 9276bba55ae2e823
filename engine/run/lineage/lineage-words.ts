/**
 * What a value belongs to. `input`: a parameter of a step, as resolved. `ended`: how a step ended, its status and error.
 * `name`: a fact of the run, such as `now`.
 */
export const PLACE_KINDS = [
  'input',
  'output',
  'condition',
  'ended',
  'param',
  'secret',
  'signal',
  'run_output',
  'name',
] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** How a value reads another: unchanged, as a part of it, or to compute from. */
export const READINGS = ['same', 'part', 'computed'] as const;
export type Reading = (typeof READINGS)[number];

/** What gave a value that reads no other. */
export const VALUE_SOURCES = [
  'returned',
  'pinned',
  'entered',
  'written',
  'default',
  'absent',
  'ended',
  'param',
  'secret',
  'signal',
  'run',
  'unknown_step',
] as const;
export type ValueSource = (typeof VALUE_SOURCES)[number];
