import type { ByteSource } from '../byte-source';
import * as jsonBytes from '../json-bytes';

// Own constants: for each byte, the look-up of an imported one would take most of the time without a bundler.
const { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } = jsonBytes;

/** Bytes that are read at once. */
const WINDOW = 256 * 1024;

/** Where entries of a list or object are. An entry ends one byte before the next one, at its comma. */
export interface EntryPlaces {
  /** Where they begin, those of objects with their keys. */
  readonly starts: number[];
  /** Where the values of an object's entries begin; empty for a list. */
  readonly values: number[];
}

/**
 * Finds the entries in a part of a list or object that begins with an entry.
 * @param to where to stop: after an entry, or anywhere inside one
 */
export async function scanEntries(source: ByteSource, from: number, to: number): Promise<EntryPlaces> {
  const scanner = new EntryScanner(from);
  for (let at = from; at < to; at += WINDOW) scanner.feed(await source.read(at, Math.min(to, at + WINDOW)));
  return scanner.places;
}

class EntryScanner {
  readonly places: EntryPlaces;
  #offset: number;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  constructor(from: number) {
    this.places = { starts: [from], values: [] };
    this.#offset = from;
  }

  feed(part: Uint8Array): void {
    for (let at = 0; at < part.length; at += 1) {
      if (this.#isInText) this.#inText(part[at]);
      else this.#token(part[at], this.#offset + at);
    }
    this.#offset += part.length;
  }

  #inText(byte: number | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInText = false;
  }

  #token(byte: number | undefined, at: number): void {
    switch (byte) {
      case QUOTE:
        this.#isInText = true;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        this.#depth += 1;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        this.#depth -= 1;
        break;
      case COMMA:
        if (this.#depth === 0) this.places.starts.push(at + 1);
        break;
      case COLON:
        if (this.#depth === 0) this.places.values.push(at + 1);
        break;
    }
  }
}
