/** NotificationResponse. PostgreSQL, chapter 54.7: a type byte, then a length that counts itself. */
const NOTIFICATION = 'A'.charCodeAt(0);
const HEAD_BYTES = 5;

/**
 * Passes a server's messages on, each notification as often as is said with its piece. Works on whole messages, so a
 * piece may come out later, together with the next one. Only for connections without TLS.
 */
export function notificationFilter(): (piece: Buffer, times: number) => Buffer {
  let rest: Buffer = Buffer.alloc(0);
  return (piece, times) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const out: Buffer[] = [];
    while (rest.length >= HEAD_BYTES) {
      const size = 1 + rest.readInt32BE(1);
      if (rest.length < size) break;
      const message = rest.subarray(0, size);
      rest = rest.subarray(size);
      const copies = message[0] === NOTIFICATION ? times : 1;
      for (let copy = 0; copy < copies; copy += 1) out.push(message);
    }
    return out.length === 1 && out[0] ? out[0] : Buffer.concat(out);
  };
}
