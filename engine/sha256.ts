/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. FIPS 180-4, section 4.2.2. */
const K = primes(64).map((prime) => fraction(Math.cbrt(prime)));

/** The same of the square roots of the first 8 primes. FIPS 180-4, section 5.3.3. */
const INITIAL = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/**
 * SHA-256 of a text in UTF-8, in hex. FIPS 180-4. Synchronous and without Node, so that server, browser and command line
 * compute the same keys.
 */
export function sha256(text: string): string {
  const blocks = padded(new TextEncoder().encode(text));
  const state = Int32Array.from(INITIAL);
  const words = new Int32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = blocks.getInt32(at + 4 * i);
    extend(words);
    compress(state, words);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function padded(bytes: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(64 * Math.ceil((bytes.length + 9) / 64)));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setBigUint64(view.byteLength - 8, BigInt(bytes.length) * 8n);
  return view;
}

function extend(words: Int32Array): void {
  for (let i = 16; i < 64; i += 1) {
    const [a, b] = [word(words, i - 15), word(words, i - 2)];
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words[i] = word(words, i - 16) + s0 + word(words, i - 7) + s1;
  }
}

function compress(state: Int32Array, words: Int32Array): void {
  const v = Int32Array.from(state);
  for (let i = 0; i < 64; i += 1) {
    const [a, b, c, e, f, g] = [word(v, 0), word(v, 1), word(v, 2), word(v, 4), word(v, 5), word(v, 6)];
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = word(v, 7) + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + word(words, i);
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    v.copyWithin(1, 0, 7);
    v[4] = word(v, 4) + t1;
    v[0] = t1 + t2;
  }
  for (let i = 0; i < 8; i += 1) state[i] = word(state, i) + word(v, i);
}

function word(words: Int32Array, index: number): number {
  return words[index] ?? 0;
}

function rotate(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}
