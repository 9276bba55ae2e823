/** A stored text, of which ranges are read. */
export interface ByteSource {
  readonly bytes: number;
  /** The bytes from a position to before another. @throws Error when they are missing */
  read(from: number, to: number): Promise<Uint8Array>;
}

/** Bytes that are read at once: neighbours are usually needed next. */
const AHEAD = 256 * 1024;

/** A window onto a source that moves with what is read. */
export class Reader {
  readonly #source: ByteSource;
  #from = 0;
  #data: Uint8Array = new Uint8Array();

  constructor(source: ByteSource) {
    this.#source = source;
  }

  get bytes(): number {
    return this.#source.bytes;
  }

  /** The text from a position to before another; both are between characters. */
  async text(from: number, to: number): Promise<string> {
    return Buffer.from(await this.range(from, to)).toString('utf8');
  }

  async range(from: number, to: number): Promise<Uint8Array> {
    const isLoaded = from >= this.#from && to <= this.#from + this.#data.length;
    if (!isLoaded) {
      this.#data = await this.#source.read(from, Math.min(this.#source.bytes, Math.max(to, from + AHEAD)));
      this.#from = from;
    }
    return this.#data.subarray(from - this.#from, to - this.#from);
  }
}

/** A text in memory as a source. */
export function sourceOfText(text: string): ByteSource {
  const content = Buffer.from(text);
  return { bytes: content.length, read: (from, to) => Promise.resolve(content.subarray(from, to)) };
}
