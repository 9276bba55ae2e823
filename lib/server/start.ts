import type { App } from './compose';
import { closeStuckSockets } from './http/stuck-sockets';
import { report } from './report';
import { surviveStrayErrors } from './stray-errors';

/** How long a shutdown may take before the process ends anyway, in ms; the database gets 5 s of it. */
const SHUTDOWN_MS = 12_000;

/** Repeats of a signal within this time are one signal, in ms. */
const SAME_SIGNAL_MS = 1000;

/**
 * Opens the app of a server process and closes it when the process is told to end. Where it cannot be opened, the
 * process says why in one sentence and ends.
 */
export async function startProcess(open: () => Promise<App>): Promise<void> {
  surviveStrayErrors(report);
  try {
    const app = await open();
    closeStuckSockets();
    process.once('SIGTERM', () => end(app));
    process.once('SIGINT', () => end(app));
  } catch (error) {
    process.stderr.write(
      `Pipewright cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  }
}

/** A second signal, or a shutdown that hangs, ends the process at once: its leases then just run out. */
function end(app: App): void {
  const force = () => process.exit(1);
  // A terminal, a service manager and a parent may each send the same first signal.
  setTimeout(() => {
    process.on('SIGTERM', force);
    process.on('SIGINT', force);
  }, SAME_SIGNAL_MS).unref();
  process.on('SIGTERM', () => undefined);
  process.on('SIGINT', () => undefined);
  setTimeout(force, SHUTDOWN_MS).unref();
  app.close().then(
    () => process.exit(0),
    (error: unknown) => {
      app.report(error, 'The server did not close cleanly');
      process.exit(1);
    },
  );
}
