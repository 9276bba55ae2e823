import { ActionError } from '@/engine/errors';

/** Largest window that the web's decoders keep. RFC 9659, section 3. */
const MAX_WINDOW = 8 * 1024 * 1024;
const MAX_BLOCK = 128 * 1024;

const FRAME = 0xfd2fb528;
/** Sixteen magic numbers, of which the last four bits are free. */
const SKIPPABLE = 0x184d2a5;

/**
 * Walks over all frames and blocks (RFC 8878, section 3.1) before a decoder sees them, because a decoder makes room
 * for whatever a frame says.
 * @throws ActionError `rejected` for a window that is too large; Error with the code `ZSTD` for what is not Zstandard
 */
export function checkZstdFrames(body: Uint8Array): void {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  try {
    for (let at = 0; at < body.length; ) at = afterFrame(view, at);
  } catch (error) {
    if (error instanceof ActionError) throw error;
    throw Object.assign(new Error('not zstd', { cause: error }), { code: 'ZSTD' });
  }
}

/** @throws RangeError past the end */
function afterFrame(view: DataView, at: number): number {
  const magic = view.getUint32(at, true);
  if (magic >>> 4 === SKIPPABLE) return at + 8 + view.getUint32(at + 4, true);
  if (magic !== FRAME) throw new RangeError('no frame');
  const { next, hasChecksum } = afterHeader(view, at + 4);
  return afterBlocks(view, next) + (hasChecksum ? 4 : 0);
}

function afterHeader(view: DataView, at: number): { next: number; hasChecksum: boolean } {
  const flags = view.getUint8(at);
  const isSingle = (flags & 0x20) !== 0;
  const idBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  const sizeAt = at + (isSingle ? 1 : 2) + idBytes;
  const window = isSingle ? contentSize(view, sizeAt, sizeBytes) : windowSize(view.getUint8(at + 1));
  if (window > MAX_WINDOW) {
    throw new ActionError(
      'rejected',
      'The answer is compressed with a zstd window above 8 MB, which is not read. Lower the level at the service.',
    );
  }
  return { next: sizeAt + sizeBytes, hasChecksum: (flags & 4) !== 0 };
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function contentSize(view: DataView, at: number, bytes: number): number {
  if (bytes === 8) return Number(view.getBigUint64(at, true));
  if (bytes === 4) return view.getUint32(at, true);
  return bytes === 2 ? view.getUint16(at, true) + 256 : view.getUint8(at);
}

const RLE = 1;
const RESERVED = 3;

function afterBlocks(view: DataView, start: number): number {
  let at = start;
  for (let isLast = false; !isLast; ) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const type = (header >> 1) & 3;
    const size = header >> 3;
    if (type === RESERVED || size > MAX_BLOCK) throw new RangeError('no block');
    isLast = (header & 1) === 1;
    at += 3 + (type === RLE ? 1 : size);
  }
  if (at > view.byteLength) throw new RangeError('cut short');
  return at;
}
