import type { DiffPart } from '@/lib/contracts/run-diffs';

/** Longest value in a line, in characters. */
const SHOWN = 200;

/** A value of a comparison as text. */
export function partText(part: DiffPart | null): string {
  if (part === null) return 'none';
  if ('bytes' in part) return `${part.bytes} bytes`;
  const text = JSON.stringify(part.value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
