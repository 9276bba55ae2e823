import { Transform, type TransformCallback } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { ActionError } from '@/engine/errors';
import { checkZstdFrames } from './http-zstd-frames';

/** A stream that undoes Zstandard (RFC 8878, with the window of RFC 9659). @param limitBytes most that comes in, and about the most that comes out */
export function createZstdDecoder(limitBytes: number): Transform {
  return new ZstdDecoder(limitBytes);
}

class ZstdDecoder extends Transform {
  readonly #limitBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #worker: Worker | undefined;

  constructor(limitBytes: number) {
    super();
    this.#limitBytes = limitBytes;
  }

  override _transform(chunk: Uint8Array, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const isTooMuch = this.#size > this.#limitBytes;
    done(
      isTooMuch
        ? new ActionError('rejected', 'The compressed answer is too large. Ask for less at once.')
        : null,
    );
  }

  override _flush(done: TransformCallback): void {
    const body = new Uint8Array(Buffer.concat(this.#chunks.splice(0)));
    this.#decompress(body).then(
      (chunks) => {
        for (const chunk of chunks) this.push(chunk);
        done();
      },
      (error: Error) => done(error),
    );
  }

  async #decompress(body: Uint8Array<ArrayBuffer>): Promise<readonly Uint8Array[]> {
    if (body.length === 0) return [];
    checkZstdFrames(body);
    const worker = new Worker(new URL('./http-zstd-worker.mjs', import.meta.url), {
      workerData: { body, limitBytes: this.#limitBytes },
      transferList: [body.buffer],
      env: {},
      argv: [],
      execArgv: [],
    });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error) => reject(broken(error)));
      worker.once('exit', () => reject(broken('ended')));
    });
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#worker?.terminate().then(
      () => undefined,
      () => undefined,
    );
    done(error);
  }
}

function broken(cause: unknown): Error {
  return Object.assign(new Error('not zstd', { cause }), { code: 'ZSTD' });
}
