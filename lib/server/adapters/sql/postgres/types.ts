import type { Json } from '@/engine';
import { binary, decimal, float, integer, isoTime } from '../rows';
import { readArray } from './arrays';

interface Type {
  readonly name: string;
  readonly read: (text: string) => Json;
  /** Identifier of the array type. */
  readonly list: number;
}

const asText = (text: string): Json => text;
const asJson = (text: string): Json => JSON.parse(text) as Json;
const asBytes = (text: string): Json =>
  text.startsWith('\\x') ? binary(Buffer.from(text.slice(2), 'hex')) : text;

/** Types that need conversion, and common text types, by identifier in pg_type. */
const TYPES: Readonly<Record<number, Type>> = {
  16: { name: 'bool', read: (text) => text === 't', list: 1000 },
  17: { name: 'bytea', read: asBytes, list: 1001 },
  19: { name: 'name', read: asText, list: 1003 },
  20: { name: 'int8', read: integer, list: 1016 },
  21: { name: 'int2', read: integer, list: 1005 },
  23: { name: 'int4', read: integer, list: 1007 },
  25: { name: 'text', read: asText, list: 1009 },
  26: { name: 'oid', read: integer, list: 1028 },
  114: { name: 'json', read: asJson, list: 199 },
  700: { name: 'float4', read: float, list: 1021 },
  701: { name: 'float8', read: float, list: 1022 },
  790: { name: 'money', read: asText, list: 791 },
  869: { name: 'inet', read: asText, list: 1041 },
  1042: { name: 'bpchar', read: asText, list: 1014 },
  1043: { name: 'varchar', read: asText, list: 1015 },
  1082: { name: 'date', read: asText, list: 1182 },
  1083: { name: 'time', read: asText, list: 1183 },
  1114: { name: 'timestamp', read: (text) => isoTime(text, ''), list: 1115 },
  1184: { name: 'timestamptz', read: (text) => isoTime(text, 'Z'), list: 1185 },
  1186: { name: 'interval', read: asText, list: 1187 },
  1266: { name: 'timetz', read: asText, list: 1270 },
  1700: { name: 'numeric', read: decimal, list: 1231 },
  2950: { name: 'uuid', read: asText, list: 2951 },
  3802: { name: 'jsonb', read: asJson, list: 3807 },
};

const LISTS: ReadonlyMap<number, Type> = new Map(
  Object.values(TYPES).map(({ name, read, list }) => [
    list,
    { name: `${name}[]`, read: (text) => readArray(text, read), list: 0 },
  ]),
);

/** Identifiers of array types. */
export const LIST_TYPES: readonly number[] = [...LISTS.keys()];

/** The name and parser of a type. Types of the database itself are text. */
export function typeOf(id: number): Pick<Type, 'name' | 'read'> {
  return TYPES[id] ?? LISTS.get(id) ?? { name: 'other', read: asText };
}
