import { isJsonObject, type Json, type Payload } from '@/engine';

const LONGEST = 40;

/** The first thing worth reading of an output, on one line: `status_code 200`. */
export function firstOutput(output: Payload | undefined): string | undefined {
  if (output === undefined) return undefined;
  if ('ref' in output) return output.summary;
  const { value } = output;
  if (!isJsonObject(value)) return scalar(value);
  const entries = Object.entries(value);
  const [key, first] = entries.find(([, part]) => scalar(part) !== undefined) ?? entries[0] ?? [];
  if (key === undefined || first === undefined) return undefined;
  return `${key} ${scalar(first) ?? sizeOf(first)}`;
}

function scalar(value: Json): string | undefined {
  if (typeof value === 'object' && value !== null) return undefined;
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function sizeOf(value: Json): string {
  if (Array.isArray(value)) return `${value.length} items`;
  return isJsonObject(value) ? `${Object.keys(value).length} fields` : String(value);
}
