/**
 * The process of the web server: Next behind an HTTP server of our own, which checks each request before Next sees it.
 * Started by serve.ts: `node scripts/web.mjs start|dev HOST PORT`.
 */
import { EventEmitter } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import next from 'next';

const [command, hostname, port] = process.argv.slice(2);
const isDevelopment = command === 'dev';

/** Next compiles instrumentation.ts and all it imports; there, `startWebServer` adds the function `listen` to this. */
const web = {};
globalThis[Symbol.for('pipewright.web-server')] = web;

const app = next({
  dev: isDevelopment,
  dir: dirname(dirname(fileURLToPath(import.meta.url))),
  hostname,
  port: Number(port),
  // Next listens for upgrades on the server that it is given: on none, since ours passes on what the checks let through.
  httpServer: new EventEmitter(),
});

async function start() {
  await app.prepare();
  // In production Next would open the app with the first request only.
  await (await app.server.getServer()).prepare();
  await web.listen({
    isDevelopment,
    request: app.getRequestHandler(),
    // Production has no web sockets.
    upgrade: isDevelopment ? (...args) => app.upgradeHandler(...args) : undefined,
  });
}

await start().catch((error) => {
  console.error(`Pipewright cannot start: ${error.message}`);
  process.exit(1);
});
