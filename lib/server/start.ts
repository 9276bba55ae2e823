import type { App } from './compose';
import { closeStuckSockets } from './http/stuck-sockets';
import { report } from './report';
import { surviveStrayErrors } from './stray-errors';

/** How long a shutdown may take before the process exits anyway, in ms; 5 s of it are for the database. */
const SHUTDOWN_MS = 12_000;

/** Repetitions of a signal within this time count as one, in ms. */
const SAME_SIGNAL_MS = 1000;

/**
 * Opens the app of a server process and closes it when the process receives SIGTERM or SIGINT. When the app cannot
 * be opened, the process prints the reason in one sentence and exits.
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

/** A second signal, or a shutdown that takes too long, ends the process immediately; its leases expire. */
function end(app: App): void {
  const force = () => process.exit(1);
  // The terminal, the service manager and the parent may each send the first signal.
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
