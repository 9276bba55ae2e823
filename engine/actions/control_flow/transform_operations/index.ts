import { filter, flatten, map, reduce, reverse, sort, unique } from './lists';
import { count, keys, passthrough, pick, values } from './objects';
import type { Operation } from './request';
import { jsonParse, jsonStringify, lowercase, normalize, template, uppercase } from './texts';

/** Operations of `transform`. docs/rules.md, section 7.2. */
export const OPERATIONS = [
  'map',
  'filter',
  'reduce',
  'normalize',
  'uppercase',
  'lowercase',
  'template',
  'json_parse',
  'json_stringify',
  'pick',
  'keys',
  'values',
  'count',
  'flatten',
  'unique',
  'sort',
  'reverse',
  'passthrough',
] as const;

type OperationName = (typeof OPERATIONS)[number];

/** Text of each on the card, before a field or an input. */
export const OPERATION_LABELS: Record<OperationName, string> = {
  map: 'Map',
  filter: 'Filter',
  reduce: 'Reduce',
  normalize: 'Normalize',
  uppercase: 'Uppercase',
  lowercase: 'Lowercase',
  template: 'Render a template',
  json_parse: 'Parse JSON',
  json_stringify: 'Format as JSON',
  pick: 'Pick',
  keys: 'Keys',
  values: 'Values',
  count: 'Count',
  flatten: 'Flatten',
  unique: 'Unique',
  sort: 'Sort',
  reverse: 'Reverse',
  passthrough: 'Pass through',
};

/** The operations by name. */
export const operations: Record<OperationName, Operation> = {
  map,
  filter,
  reduce,
  normalize,
  uppercase,
  lowercase,
  template,
  json_parse: jsonParse,
  json_stringify: jsonStringify,
  pick,
  keys,
  values,
  count,
  flatten,
  unique,
  sort,
  reverse,
  passthrough,
};
