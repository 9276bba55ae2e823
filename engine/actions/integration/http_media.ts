import { isTextType } from '../../media-types';

/** Whether a content type says text, by itself or by naming a charset. */
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

function charsetOf(type: string): string | undefined {
  return /;\s*charset="?([^";\s]+)/i.exec(type)?.[1];
}

/** How much of an answer is looked at to tell what it is, in bytes. */
const SAMPLE = 65_536;

/** Whether content is binary although it may say otherwise: text in the usual encodings holds no zero bytes. */
export function looksBinary(body: Uint8Array): boolean {
  return body.subarray(0, SAMPLE).includes(0);
}

/** Whether content that says nothing of itself reads as text. */
export function looksLikeText(body: Uint8Array): boolean {
  if (looksBinary(body)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}
