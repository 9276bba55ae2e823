/**
 * The process of the web server: Next behind our own HTTP server, which checks each request before Next receives
 * it. Started by serve.ts: `node scripts/web.mjs start|dev HOST PORT`.
 */
import { EventEmitter } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import next from 'next';

const [command, hostname, port] = process.argv.slice(2);
const isDevelopment = command === 'dev';

/**
 * Next compiles instrumentation.ts and its imports, where `startWebServer` adds the function `listen` to this
 * object.
 */
const web = {};
globalThis[Symbol.for('pipewright.web-server')] = web;

const app = next({
  dev: isDevelopment,
  dir: dirname(dirname(fileURLToPath(import.meta.url))),
  hostname,
  port: Number(port),
  // Next listens for upgrades on this emitter, which never emits any: our server forwards the upgrades that pass its
  // checks.
  httpServer: new EventEmitter(),
});

async function start() {
  await app.prepare();
  // In production, Next would otherwise prepare the app at the first request.
  await (await app.server.getServer()).prepare();
  await web.listen({
    isDevelopment,
    request: app.getRequestHandler(),
    // WebSockets are used only in development.
    upgrade: isDevelopment ? (...args) => app.upgradeHandler(...args) : undefined,
  });
}

await start().catch((error) => {
  console.error(`Pipewright cannot start: ${error.message}`);
  process.exit(1);
});
