import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

/**
 * One connection that sends the same request again and again. Far cheaper than a client of Node.js, which would take
 * most of the machine that is to be measured.
 */
export class RawClient {
  readonly #port: number;
  readonly #request: Buffer;
  #socket: Socket | undefined;
  #text = '';
  #arrived: (status: number) => void = () => undefined;
  #failed: (error: Error) => void = () => undefined;

  private constructor(port: number, request: Buffer) {
    this.#port = port;
    this.#request = request;
  }

  static async open(port: number, path: string): Promise<RawClient> {
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] });
    const head = [
      `POST ${path} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ];
    const client = new RawClient(port, Buffer.from(`${head.join('\r\n')}${HEAD_END}${body}`));
    await client.#connect();
    return client;
  }

  /** Sends the request; resolves to the status of the complete answer. */
  async send(): Promise<number> {
    // Servers close connections that are idle for 5 s.
    const socket = this.#socket ?? (await this.#connect());
    return new Promise((resolve, reject) => {
      this.#arrived = resolve;
      this.#failed = reject;
      socket.write(this.#request);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  async #connect(): Promise<Socket> {
    const socket = connect({ host: '127.0.0.1', port: this.#port, noDelay: true });
    await once(socket, 'connect');
    socket.setEncoding('latin1');
    socket.on('data', (text) => this.#read(String(text)));
    socket.on('error', (error) => this.#failed(error));
    socket.once('close', () => {
      this.#socket = undefined;
      this.#failed(new Error('The connection was closed.'));
    });
    this.#socket = socket;
    return socket;
  }

  #read(text: string): void {
    this.#text += text;
    const end = this.#text.indexOf(HEAD_END);
    if (end < 0) return;
    const length = /content-length: (\d+)/i.exec(this.#text.slice(0, end))?.[1];
    if (length === undefined) {
      // A refusal of the gateway comes in one chunk.
      if (!this.#text.endsWith('\r\n0\r\n\r\n')) return;
    } else if (this.#text.length < end + HEAD_END.length + Number(length)) return;
    const status = Number(this.#text.slice(9, 12));
    this.#text = '';
    this.#arrived(status);
  }
}
