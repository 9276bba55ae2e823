import type { Json } from '@/engine';
import { numberFromText } from '../text';

/** Seconds of each unit. A name may be typed in part: the first one with that beginning counts. */
const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ['seconds', 1],
  ['secs', 1],
  ['minutes', 60],
  ['mins', 60],
  ['hours', 3600],
  ['hrs', 3600],
  ['days', 86_400],
  ['ms', 0.001],
  ['milliseconds', 0.001],
];
const PART = /\s*(\d+(?:\.\d+)?)\s*([a-z]*)/iy;

/**
 * The value of a typed duration: seconds for `90`, `90 s`, `1m 30s`, `1 min 30`, `1.5 h`, `1:30`. Other text stays
 * text, so that nothing typed is lost and validation reports it.
 */
export function durationFromText(text: string): Json | undefined {
  const plain = numberFromText(text);
  if (typeof plain !== 'string') return plain;
  return clockSeconds(text) ?? unitSeconds(text) ?? text;
}

/** Seconds of `1:30` and `1:00:00`. */
function clockSeconds(text: string): number | undefined {
  const parts = /^\s*(?:(\d+):)?(\d+):([0-5]\d)\s*$/.exec(text);
  if (parts === null) return undefined;
  const [hours, minutes, seconds] = [parts[1] ?? 0, parts[2] ?? 0, parts[3] ?? 0].map(Number);
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}

/** Seconds of numbers with units, large ones first. A last number without a unit has the next smaller unit: `1m 30`. */
function unitSeconds(text: string): number | undefined {
  let total = 0;
  let smallest = Number.POSITIVE_INFINITY;
  let at = 0;
  const end = text.trimEnd().length;
  while (at < end) {
    PART.lastIndex = at;
    const part = PART.exec(text);
    const unit = part === null ? undefined : unitOf(part[2] ?? '', smallest);
    if (part === null || unit === undefined || unit >= smallest) return undefined;
    total += Number(part[1]) * unit;
    smallest = unit;
    at = PART.lastIndex;
  }
  return Number(total.toFixed(6));
}

function unitOf(name: string, above: number): number | undefined {
  if (name === '') return { 60: 1, 3600: 60, 86400: 3600 }[above];
  return UNITS.find(([known]) => known.startsWith(name.toLowerCase()))?.[1];
}

const SPOKEN = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** Seconds in larger units: `1 min 30 s`. Undefined below a minute. */
export function spokenDuration(seconds: number): string | undefined {
  if (!Number.isFinite(seconds) || seconds < 60) return undefined;
  let rest = Math.round(seconds);
  const parts = SPOKEN.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  return parts.join(' ');
}
