import { startEmbedded } from '../supervisor';

/** A process that owns a server, for tests to kill: prints "ready", and stops the server on request. */
const [root = '', project = ''] = process.argv.slice(2);

const notify = (line: string) => {
  process.stdout.write(`${line}\n`);
};

try {
  const server = await startEmbedded({ root, project, notify });
  notify(`ready ${server.host}`);
  process.stdin.once('data', () => {
    void server.stop().then(() => {
      notify('stopped');
      process.exit(0);
    });
  });
} catch (error) {
  notify(`refused ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
