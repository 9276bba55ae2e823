import { isTextType } from '../../media-types';
import type { Pausing } from '../../pausing';

/** Whether a content type is text, by its name or its charset. */
export function saysText(type: string): boolean {
  return isTextType(type) || charsetOf(type) !== undefined;
}

/** The decoder for the charset that the type names; UTF-8 when it names none or one that is unknown. */
export function decoderFor(type: string): TextDecoder {
  const charset = charsetOf(type);
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}

/** Bytes that are decoded at a time, in about a millisecond. */
const PART_BYTES = 64 * 1024;

/** Decodes text, pausing after each part. */
export function* decoding(decoder: TextDecoder, bytes: Uint8Array): Pausing<string> {
  if (bytes.length <= PART_BYTES) return decoder.decode(bytes);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    parts.push(decoder.decode(bytes.subarray(at, at + PART_BYTES), { stream: true }));
    yield;
  }
  parts.push(decoder.decode());
  return parts.join('');
}

function charsetOf(type: string): string | undefined {
  return /;\s*charset="?([^";\s]+)/i.exec(type)?.[1];
}

/** Length of the beginning of a response that is inspected, in bytes. */
const SAMPLE = 65_536;

/** Whether content is binary, whatever its type: text in common encodings contains no zero bytes. */
export function looksBinary(body: Uint8Array): boolean {
  return body.subarray(0, SAMPLE).includes(0);
}

/** Whether content without a type is text. */
export function looksLikeText(body: Uint8Array): boolean {
  if (looksBinary(body)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}
