import { createReadStream } from 'node:fs';

/** Reversed polynomial of CRC-32C. RFC 3720, appendix B.4. */
const POLYNOMIAL = 0x82f63b78;
/** Bytes per iteration of the loop. */
const SLICES = 8;

/** For each byte value, its effect at a distance of 0 to 7 bytes: 8 tables of 256 entries. */
const TABLES = tables();

function tables(): Uint32Array {
  const all = new Uint32Array(256 * SLICES);
  for (let value = 0; value < 256; value += 1) {
    let crc = value;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    all[value] = crc;
  }
  for (let at = 256; at < all.length; at += 1) {
    const before = all[at - 256] ?? 0;
    all[at] = (before >>> 8) ^ (all[before & 0xff] ?? 0);
  }
  return all;
}

/** CRC-32C of a file, in hex. */
export async function crc32cOf(path: string): Promise<string> {
  let crc = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1_000_000 })) crc = crc32c(chunk, crc);
  return crc.toString(16).padStart(8, '0');
}

/** CRC-32C of bytes. @param before the CRC-32C of the preceding bytes */
export function crc32c(bytes: Uint8Array, before = 0): number {
  const entry = (table: number, value: number) => TABLES[table * 256 + value] ?? 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let crc = ~before >>> 0;
  let at = 0;
  for (; at + SLICES <= bytes.length; at += SLICES) {
    const low = crc ^ view.getUint32(at, true);
    const high = view.getUint32(at + 4, true);
    crc =
      entry(7, low & 0xff) ^
      entry(6, (low >>> 8) & 0xff) ^
      entry(5, (low >>> 16) & 0xff) ^
      entry(4, low >>> 24) ^
      entry(3, high & 0xff) ^
      entry(2, (high >>> 8) & 0xff) ^
      entry(1, (high >>> 16) & 0xff) ^
      entry(0, high >>> 24);
  }
  for (; at < bytes.length; at += 1) crc = (crc >>> 8) ^ entry(0, (crc ^ (bytes[at] ?? 0)) & 0xff);
  return ~crc >>> 0;
}
