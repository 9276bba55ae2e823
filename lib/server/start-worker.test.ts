import { describe, expect, it } from 'vitest';
import { readConfig } from './config';
import { openWorker } from './start-worker';

describe('a worker', () => {
  it('reports the database that does not respond, without the password, and does not start', async () => {
    // Nothing listens on port 1.
    const config = readConfig({ DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/pipes' }, process.cwd());
    const opening = openWorker(config, 0);
    await expect(opening).rejects.toThrow(
      /^postgres:\/\/ann@127\.0\.0\.1:1\/pipes has not responded for 0 s \(/,
    );
    await expect(opening).rejects.toThrow(/Start the database, then start this process again\.$/);
  });

  it('requires a database that several processes may use', async () => {
    await expect(openWorker(readConfig({}, process.cwd()), 0)).rejects.toThrow('DATABASE_URL must be set');
  });
});
