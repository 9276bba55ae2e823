import type { Json } from '@/engine';
import { MAX_SHOWN_ITEMS, MAX_SHOWN_LENGTH } from '@/lib/contracts/functions';

/** The shown part of a value: the first items of a list, or the beginning of anything else. */
export function preview(value: Json): Json {
  if (!Array.isArray(value)) return shortened(value, MAX_SHOWN_LENGTH);
  const shown: Json[] = [];
  let left = MAX_SHOWN_LENGTH;
  for (const item of value) {
    left -= JSON.stringify(item).length;
    if (shown.length === MAX_SHOWN_ITEMS || left < 0) break;
    shown.push(item);
  }
  return shown.length === 0 && value.length > 0 ? [shortened(value[0] ?? null, MAX_SHOWN_LENGTH)] : shown;
}

function shortened(value: Json, length: number): Json {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= length ? value : `${text.slice(0, length)}…`;
}

/** The number of items of a list; empty for other values. */
export function countOf<Name extends string>(name: Name, value: Json): Partial<Record<Name, number>> {
  return Array.isArray(value) ? ({ [name]: value.length } as Record<Name, number>) : {};
}
