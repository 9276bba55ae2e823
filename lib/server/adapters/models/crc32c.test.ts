import { expect, it } from 'vitest';
import { crc32c } from './crc32c';

const hex = (bytes: Uint8Array) => crc32c(bytes).toString(16).padStart(8, '0');
const counting = Uint8Array.from({ length: 32 }, (_, at) => at);

// The vectors of RFC 3720, appendix B.4, and the check value of the CRC catalogue.
it.each([
  ['32 bytes of zeros', new Uint8Array(32), '8a9136aa'],
  ['32 bytes of ones', new Uint8Array(32).fill(0xff), '62a8ab43'],
  ['32 incrementing bytes', counting, '46dd794e'],
  ['32 decrementing bytes', counting.toReversed(), '113fdb5c'],
  ['nine digits', Buffer.from('123456789'), 'e3069283'],
  ['nothing', new Uint8Array(), '00000000'],
])('the CRC-32C of %s is that of the standard', (_, bytes, expected) => {
  expect(hex(bytes)).toBe(expected);
});

it('continues from any byte', () => {
  for (let end = 0; end <= counting.length; end += 1) {
    expect(crc32c(counting.subarray(end), crc32c(counting.subarray(0, end)))).toBe(crc32c(counting));
  }
});
