import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SENTENCE =
  'HOST 0.0.0.0 is reachable from other machines, and Pipewright has no sign-in. Set HOST to 127.0.0.1, ' +
  'or set PIPEWRIGHT_ALLOW_UNAUTHENTICATED=1 to let everyone who can reach it use every pipeline and secret.\n';

it.each(['scripts/start.ts', 'scripts/dev.ts'])(
  '%s refuses an address that other machines reach, with one sentence and nothing else',
  async (script) => {
    const env = { ...process.env, HOST: '0.0.0.0', PORT: '3999' };
    const started = promisify(execFile)(process.execPath, ['--import', 'tsx', script], {
      env,
      timeout: 280_000,
    });
    await expect(started).rejects.toMatchObject({ code: 1, stdout: '', stderr: SENTENCE });
  },
);

it('the web process refuses it too, however it is started', async () => {
  const script = `
    globalThis[Symbol.for('pipewright.web-server')] = {};
    await (await import('./lib/server/index.ts')).startWebServer();`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const env = { ...process.env, HOST: '0.0.0.0', DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const started = promisify(execFile)(process.execPath, args, { env, timeout: 280_000 });
  const stderr = `Pipewright cannot start: ${SENTENCE}`;
  await expect(started).rejects.toMatchObject({ code: 1, stdout: '', stderr });
});
