// An inference server for tests: answers the health check and the OpenAI API, or misbehaves as its --mode says.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** How long the answer to a chat, or a character of its stream, takes, in ms. */
const ANSWER_MS = 20;
/** Longest time for answers in flight after SIGTERM, in ms. */
const LAST_ANSWER_MS = 1000;

const options = new Map(
  process.argv.slice(2).map((one) => one.replace(/^--/, '').split(/=(.*)/s).slice(0, 2)),
);
const mode = options.get('mode') ?? 'good';
const startedAt = performance.now();

if (mode === 'crash' || mode === 'misconfigured') {
  process.stderr.write('loading the weights\n');
  process.stderr.write('the weights are damaged\n');
  process.exit(3);
}
if (mode === 'crash-after' && performance.now() >= 0) setTimeout(() => process.exit(4), 300);
if (mode === 'children')
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
if (mode === 'noisy')
  for (let line = 0; line < 50_000; line += 1) process.stderr.write(`line ${line} ${'x'.repeat(80)}\n`);
if (mode === 'stubborn') process.on('SIGTERM', () => undefined);
// As inference servers do: what was accepted is answered first.
if (mode === 'good' || mode === 'slow') process.once('SIGTERM', endAfterAnswers);
const leaked = [];
if (mode === 'leak') setInterval(() => leaked.push(Buffer.alloc(20_000_000, 1)), 20);

const isLoading = () => mode === 'slow' && performance.now() - startedAt < 700;
/** The test makes this file, and the server no longer answers. */
const hangs = () => options.has('hang-file') && existsSync(options.get('hang-file'));

const server = createServer((request, response) => {
  if (mode === 'hang' || hangs()) return;
  if (mode === 'rubbish') {
    request.socket.end('this is no HTTP\r\n\r\n');
    return;
  }
  if (mode === 'broken') {
    response.writeHead(500).end('{}');
    return;
  }
  if (request.url === '/health') {
    response.writeHead(isLoading() ? 503 : 200, { 'content-type': 'application/json' }).end('{}');
    return;
  }
  if (request.url === '/environment') {
    // biome-ignore lint/style/noProcessEnv: a test reads which variables a replica is given
    response.writeHead(200).end(JSON.stringify({ env: process.env, argv: process.argv, cwd: process.cwd() }));
    return;
  }
  if (request.url === '/v1/chat/completions') {
    void repeat(request, response);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ pid: process.pid }));
});

function endAfterAnswers() {
  server.close(() => process.exit());
  setInterval(() => server.closeIdleConnections(), 10);
  // A request that hangs does not delay the end further.
  setTimeout(() => process.exit(), LAST_ANSWER_MS);
}

/** Answers a chat by its own content: in one piece, or as a stream of its characters. */
async function repeat(request, response) {
  const { messages, stream } = await json(request);
  const { content } = messages[0];
  if (!stream) {
    await delay(ANSWER_MS);
    const choices = [{ index: 0, message: { role: 'assistant', content } }];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const character of content) {
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: character } }] })}\n\n`);
    await delay(ANSWER_MS);
  }
  response.end('data: [DONE]\n\n');
}

if (mode === 'deaf') setInterval(() => undefined, 1000);
else server.listen(Number(options.get('port')), options.get('host') ?? '127.0.0.1');
