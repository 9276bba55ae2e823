import type { Pausing } from '@/engine';
import type { ByteSource } from './byte-source';
import type { Outline } from './outline';
import { OutlineScanner } from './scan';

/** Scanned between two pauses, in bytes: less than a millisecond. */
const TURN_BYTES = 64 * 1024;

/** Bytes that are read at once. */
const READ_BYTES = 1024 * 1024;

/** The outline of a text in memory, with pauses. */
export function* outlining(parts: readonly Uint8Array[]): Pausing<Outline> {
  const scanner = new OutlineScanner();
  for (const part of parts) {
    for (let at = 0; at < part.length; at += TURN_BYTES) {
      scanner.feed(part.subarray(at, at + TURN_BYTES));
      yield;
    }
  }
  return scanner.end();
}

/** The outline of a stored text, which is read once from beginning to end. */
export async function buildOutline(source: ByteSource): Promise<Outline> {
  const scanner = new OutlineScanner();
  for (let at = 0; at < source.bytes; at += READ_BYTES) {
    scanner.feed(await source.read(at, Math.min(source.bytes, at + READ_BYTES)));
  }
  return scanner.end();
}
