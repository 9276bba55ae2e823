import type { FileHandle } from 'node:fs/promises';

const BLOCK = 512;

/** An entry of a tar file with the position of its content. */
export interface TarEntry {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}

/** A tar file has no end mark or an invalid header. */
export class TarBroken extends Error {
  override readonly name = 'TarBroken';
}

/** The two empty blocks that end a tar file. */
export const TAR_END: Uint8Array = new Uint8Array(2 * BLOCK);

/** Zero bytes that fill the last block of a content. */
export function tarPadding(size: number): Uint8Array {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}

function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, '0')}\0`;
}

function checksumOf(header: Uint8Array): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

/** The header of a regular file (POSIX ustar). Names have at most 100 ASCII characters, sizes at most 8 GB. */
export function tarHeader(name: string, size: number, at: Date): Uint8Array {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100, 'ascii');
  header.write(`${octal(0o600, 8)}${octal(0, 8)}${octal(0, 8)}`, 100, 'ascii');
  header.write(`${octal(size, 12)}${octal(Math.floor(at.getTime() / 1000), 12)}`, 124, 'ascii');
  header.write('0', 156, 'ascii');
  header.write('ustar\x0000', 257, 'ascii');
  header.write(`${octal(checksumOf(header), 7)} `, 148, 'ascii');
  return header;
}

function textOf(header: Buffer, from: number, to: number): string {
  const text = header.toString('ascii', from, to);
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const isHeader =
    textOf(header, 257, 262) === 'ustar' &&
    Number.parseInt(textOf(header, 148, 156), 8) === checksumOf(header);
  const size = Number.parseInt(textOf(header, 124, 136), 8);
  if (!isHeader || !Number.isSafeInteger(size)) throw new TarBroken('A header in the file is damaged.');
  return { name: textOf(header, 0, 100), size };
}

/**
 * Lists the entries of a tar file without reading their contents.
 * @throws TarBroken when the file is truncated, damaged or not a tar file
 */
export async function listTar(file: FileHandle): Promise<TarEntry[]> {
  const { size: length } = await file.stat();
  const entries: TarEntry[] = [];
  const header = Buffer.alloc(BLOCK);
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(header, 0, BLOCK, at);
    if (bytesRead < BLOCK) throw new TarBroken('The file ends too early.');
    if (header.every((byte) => byte === 0)) return entries;
    const { name, size } = parseHeader(header);
    const offset = at + BLOCK;
    if (offset + size > length) throw new TarBroken('The file ends too early.');
    entries.push({ name, offset, size });
    at = offset + size + tarPadding(size).length;
  }
}
