import type { Json } from '@/engine';
import { binary, decimal, float, integer, isoTime } from '../rows';

/** A column as the server describes it. */
export interface Field {
  readonly name: string;
  /** Type number of the protocol. */
  readonly columnType?: number;
  readonly characterSet?: number;
  /** MariaDB's extended type: its JSON columns are texts. */
  readonly extendedFormat?: string;
}

/** Character set of the column. */
const BINARY = 63;

interface Type {
  readonly name: string;
  readonly read: (text: string) => Json;
}

const asText = (text: string): Json => text;
const asJson = (text: string): Json => JSON.parse(text) as Json;

/** By type number of the protocol. */
const TYPES: Readonly<Record<number, Type>> = {
  0: { name: 'decimal', read: decimal },
  1: { name: 'tinyint', read: integer },
  2: { name: 'smallint', read: integer },
  3: { name: 'int', read: integer },
  4: { name: 'float', read: float },
  5: { name: 'double', read: float },
  7: { name: 'timestamp', read: (text) => isoTime(text, 'Z') },
  8: { name: 'bigint', read: integer },
  9: { name: 'mediumint', read: integer },
  10: { name: 'date', read: asText },
  11: { name: 'time', read: asText },
  12: { name: 'datetime', read: (text) => isoTime(text, '') },
  13: { name: 'year', read: integer },
  245: { name: 'json', read: asJson },
  246: { name: 'decimal', read: decimal },
  247: { name: 'enum', read: asText },
  248: { name: 'set', read: asText },
  252: { name: 'text', read: asText },
  253: { name: 'varchar', read: asText },
  254: { name: 'char', read: asText },
};
const BIT = 16;

/** The type name of a column. */
export function typeName(field: Field): string {
  if (field.extendedFormat === 'json') return 'json';
  if (field.columnType === BIT) return 'bit';
  const { name } = TYPES[field.columnType ?? -1] ?? { name: 'other' };
  const isBytes = field.characterSet === BINARY && (name === 'text' || name === 'varchar' || name === 'char');
  return isBytes ? 'binary' : name;
}

/** Converts a cell of the driver to JSON. */
export function cell(value: unknown, field: Field): Json {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return field.columnType === BIT ? bits(value) : binary(value);
  if (typeof value === 'object') return JSON.parse(JSON.stringify(value)) as Json;
  const read = field.extendedFormat === 'json' ? asJson : TYPES[field.columnType ?? -1]?.read;
  return (read ?? asText)(String(value));
}

/** Converts bits to a whole number. */
function bits(bytes: Buffer): Json {
  return integer(BigInt(`0x${bytes.toString('hex') || '0'}`).toString());
}
