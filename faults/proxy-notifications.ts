/** NotificationResponse. PostgreSQL, chapter 54.7: a type byte, then a length that counts itself. */
const NOTIFICATION = 'A'.charCodeAt(0);
const HEAD_BYTES = 5;

/**
 * Forwards a server's messages, each notification `times` times. Works on complete messages, so a piece may
 * be forwarded together with the next one. Only for connections without TLS.
 */
export function notificationFilter(): (piece: Buffer, times: number) => Buffer {
  let rest: Buffer = Buffer.alloc(0);
  return (piece, times) => {
    const { messages, rest: incomplete } = split(Buffer.concat([rest, piece]));
    rest = incomplete;
    const copies = messages.flatMap((message) =>
      Array.from({ length: message[0] === NOTIFICATION ? times : 1 }, () => message),
    );
    return Buffer.concat(copies);
  };
}

/** Splits the complete messages from the rest. */
function split(bytes: Buffer): { readonly messages: readonly Buffer[]; readonly rest: Buffer } {
  const messages: Buffer[] = [];
  let rest = bytes;
  while (rest.length >= HEAD_BYTES) {
    const size = 1 + rest.readInt32BE(1);
    if (rest.length < size) break;
    messages.push(rest.subarray(0, size));
    rest = rest.subarray(size);
  }
  return { messages, rest };
}
