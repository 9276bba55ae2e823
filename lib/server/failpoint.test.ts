import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { between, FAILPOINTS, failpoint, parseFailpoint, passes } from './failpoint';

/** Passes a point in a separate process. */
async function pass(env: {
  PIPEWRIGHT_FAILPOINT: string;
  NODE_ENV?: 'production';
}): Promise<string | undefined> {
  const code = `
    const { failpoint } = await import('./lib/server/failpoint.ts');
    failpoint('before:journal'); failpoint('before:journal'); console.log('alive');`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code];
  return promisify(execFile)(process.execPath, args, { env: { NODE_ENV: 'test', ...env } }).then(
    ({ stdout }) => stdout.trim(),
    (error: { signal?: string }) => error.signal,
  );
}

describe('a failpoint', () => {
  it('does nothing in a process that was not started by the harness', async () => {
    for (const name of FAILPOINTS) expect(() => failpoint(name)).not.toThrow();
    expect(await between('journal', async () => 'written')).toBe('written');
  });

  it('ends the process when it is passed the given number of times, and not before', async () => {
    expect(await pass({ PIPEWRIGHT_FAILPOINT: 'before:journal:2:kill' })).toBe('SIGKILL');
    expect(await pass({ PIPEWRIGHT_FAILPOINT: 'before:journal:3:kill' })).toBe('alive');
  });

  it('is disabled in production, whatever is set', async () => {
    const name = 'before:journal:1:kill';
    expect(await pass({ PIPEWRIGHT_FAILPOINT: name, NODE_ENV: 'production' })).toBe('alive');
  });

  it('happens once', () => {
    const point = parseFailpoint('after:claim:2:error', 'test');
    expect(point).toBeDefined();
    const hits = [1, 2, 3].map(() => point && passes(point, 'after:claim'));
    expect(hits).toEqual([false, true, false]);
    expect(point && passes(point, 'before:claim')).toBe(false);
  });

  it.each([
    'after:claim',
    'claim:1:kill',
    'after:claim:0:kill',
    'after:claim:1:explode',
    'after:nothing:1:kill',
  ])('that is written %s is refused, so that no harness tests nothing', (text) => {
    expect(() => parseFailpoint(text, 'test')).toThrow('PIPEWRIGHT_FAILPOINT');
  });
});
