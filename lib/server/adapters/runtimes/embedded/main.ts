import { fstatSync } from 'node:fs';
import { loadEngine, NoBinaryError } from './engine';
import { EXIT } from './exit-codes';
import { importLlama } from './llama-module';
import { OptionsError, type ProgramOptions, readOptions } from './options';
import { InferenceServer } from './server';

function fail(code: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function optionsOrExit(): ProgramOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (error instanceof OptionsError) fail(EXIT.invalidOptions, error.message);
    throw error;
  }
}

/** Ends when the parent process ends in any way, because no other process would stop this one. */
function endWithParent(): void {
  const end = () => process.exit(0);
  if (process.connected) process.once('disconnect', end);
  const input = fstatSync(0);
  // Other inputs, such as /dev/null, end immediately.
  if (!input.isFIFO() && !input.isSocket()) return;
  process.stdin.once('close', end).once('error', end).resume();
}

/** The first signal waits for requests in flight, the second ends immediately. */
function endOnSignals(server: InferenceServer): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) process.exit(1);
    isEnding = true;
    void server.drain().then(() => process.exit(0));
  };
  process.on('SIGTERM', end).on('SIGINT', end);
}

/** Reports the chosen port to the parent. */
function announce(port: number): void {
  process.stdout.write(`${JSON.stringify({ port })}\n`);
  if (process.connected) process.send?.({ port });
}

async function main(): Promise<void> {
  const options = optionsOrExit();
  endWithParent();
  const report = (error: unknown) =>
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  const server = new InferenceServer({ name: options.name, queue: options.queue, report });
  endOnSignals(server);
  const port = await server
    .listen(options.port)
    .catch((error: unknown) =>
      fail(EXIT.portTaken, `Port ${options.port} cannot be used: ${textOf(error)}.`),
    );
  announce(port);
  const llama = await importLlama().catch((error: unknown) =>
    fail(
      EXIT.noRuntime,
      `The embedded runtime is not installed: ${textOf(error)} Run "npm install" with optional dependencies.`,
    ),
  );
  const { model: path, threads, contextSize } = options;
  const engine = await loadEngine(llama, { path, threads, contextSize }).catch((error: unknown) =>
    error instanceof NoBinaryError
      ? fail(EXIT.noRuntime, `${error.message} Use another runtime, such as llama-server.`)
      : fail(
          EXIT.noModel,
          `The model ${path} cannot be loaded: ${textOf(error)} Check that it is a complete GGUF file.`,
        ),
  );
  server.serve(engine);
}

await main();
