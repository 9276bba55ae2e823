import * as jsonBytes from './json-bytes';
import type { Outline, OutlineNode } from './outline';

// Own constants: for each byte, the look-up of an imported one would take most of the time without a bundler.
const { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } = jsonBytes;

/**
 * Size from which a list, object or text has its own place in an outline, and distance of the marks in it, in bytes. Smaller
 * ones are parsed with their neighbours: about 64 kB, which takes less than a millisecond.
 */
export const STRIDE = 32 * 1024;

/** Which bytes outside of texts matter. A look-up is twice as fast as a call for each digit. */
const STRUCTURE = new Uint8Array(256);
for (const byte of [COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT]) STRUCTURE[byte] = 1;

/** A list or object that is open while its text is scanned. */
interface Frame {
  readonly kind: OutlineNode['kind'];
  readonly start: number;
  readonly marks: number[];
  readonly large: number[];
  /** Entries before the current one. */
  count: number;
  /** Where its last mark or large entry is, or its own beginning. */
  boundary: number;
  /** Where the current entry begins, with its key. */
  entryStart: number;
  /** Whether the current entry is behind its key. */
  isAtValue: boolean;
}

/**
 * Finds where lists, objects and their entries are in a JSON text without white space, as `JSON.stringify` writes it. The
 * text is passed in parts, once, and memory does not grow with it, only with the outline: about 60 kB for 100 MB.
 */
export class OutlineScanner {
  readonly #nodes: OutlineNode[] = [];
  readonly #open: Frame[] = [];
  #frame: Frame | undefined;
  /** Position of the current part. */
  #offset = 0;
  #isInText = false;
  #isEscaped = false;
  #textStart = 0;

  /** Scans the next part of the text. */
  feed(part: Uint8Array): void {
    for (let at = 0; at < part.length; ) {
      at = this.#isInText ? this.#throughText(part, at) : this.#throughTokens(part, at);
    }
    this.#offset += part.length;
  }

  /** The outline, after the last part. */
  end(): Outline {
    return { nodes: this.#nodes };
  }

  /** @returns the position after the text, or after what is known of it */
  #throughText(part: Uint8Array, from: number): number {
    let at = this.#isEscaped ? from + 1 : from;
    this.#isEscaped = false;
    for (; at < part.length; at += 1) {
      const byte = part[at];
      if (byte === QUOTE) {
        this.#endText(this.#offset + at + 1);
        return at + 1;
      }
      if (byte === BACKSLASH) at += 1;
    }
    // The backslash was the last byte: what it escapes is in the next part.
    this.#isEscaped = at > part.length;
    return part.length;
  }

  /** @returns the position after the quote that begins a text, or the end of the part */
  #throughTokens(part: Uint8Array, from: number): number {
    for (let at = from; at < part.length; at += 1) {
      const byte = part[at];
      if (byte === QUOTE) {
        this.#isInText = true;
        this.#textStart = this.#offset + at;
        return at + 1;
      }
      if (STRUCTURE[byte ?? 0] === 1) this.#token(byte, this.#offset + at);
    }
    return part.length;
  }

  #token(byte: number | undefined, at: number): void {
    switch (byte) {
      case COMMA:
        this.#nextEntry(at + 1);
        break;
      case COLON:
        if (this.#frame) this.#frame.isAtValue = true;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        this.#push(byte, at);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        this.#pop(at + 1);
        break;
    }
  }

  #endText(end: number): void {
    this.#isInText = false;
    const frame = this.#frame;
    const isValue = frame?.kind === 'array' || frame?.isAtValue === true;
    if (frame && isValue && end - this.#textStart >= STRIDE) {
      frame.large.push(frame.count, frame.entryStart, this.#textStart, end, -1);
      frame.boundary = end;
    }
  }

  #nextEntry(start: number): void {
    const frame = this.#frame;
    if (!frame) return;
    frame.count += 1;
    frame.entryStart = start;
    frame.isAtValue = false;
    if (start - frame.boundary >= STRIDE) {
      frame.marks.push(frame.count, start);
      frame.boundary = start;
    }
  }

  #push(byte: number, start: number): void {
    if (this.#frame) this.#open.push(this.#frame);
    this.#frame = {
      kind: byte === OPEN_LIST ? 'array' : 'object',
      start,
      marks: [],
      large: [],
      count: 0,
      boundary: start,
      entryStart: start + 1,
      isAtValue: false,
    };
  }

  #pop(end: number): void {
    const frame = this.#frame;
    if (!frame) return;
    const parent = this.#open.pop();
    this.#frame = parent;
    const { kind, start, marks, large } = frame;
    if (parent && end - start < STRIDE) return;
    const count = end - start === 2 ? 0 : frame.count + 1;
    this.#nodes.push({ kind, start, end, count, marks, large });
    if (parent) {
      parent.large.push(parent.count, parent.entryStart, start, end, this.#nodes.length - 1);
      parent.boundary = end;
    }
  }
}
