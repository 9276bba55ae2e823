/**
 * Reads one event stream over many connections in a separate process: `url count mode`. Reports to its parent
 * when each ended.
 */
import { connect, type Socket } from 'node:net';

const [address = '', count = '1', mode = 'read'] = process.argv.slice(2);
const url = new URL(address);
const sockets: Socket[] = [];
const ends: number[] = [];
let opened = 0;

function open(): void {
  const socket = connect(Number(url.port), url.hostname);
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: localhost:3000\r\n\r\n`);
  let tail = '';
  socket.on('data', (chunk) => {
    if (tail === '') {
      opened += 1;
      if (opened === Number(count)) process.send?.({ opened: true });
      if (mode === 'stuck') socket.pause();
    }
    tail = (tail + chunk.subarray(-40).toString('latin1')).slice(-40);
    if (!tail.includes('event: end')) return;
    ends.push(Date.now());
    socket.destroy();
    if (ends.length === Number(count)) process.send?.({ ends });
  });
}

// A few at a time, so that the connections themselves are no load.
for (let index = 0; index < Number(count); index += 1) {
  open();
  if (index % 20 === 19) await new Promise((resolve) => setTimeout(resolve, 10));
}
