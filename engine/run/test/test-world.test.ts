import { expect, it } from 'vitest';
import { testWorld } from './test-world';

type Port = (...call: unknown[]) => Promise<unknown>;

/** Every function of a world that reaches the outside, by its path. */
function portsOf(value: unknown, path: string): [path: string, port: Port][] {
  if (typeof value === 'function') return [[path, value as Port]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => portsOf(part, path === '' ? key : `${path}.${key}`));
}

const sandbox = () => Promise.reject(new Error('No functions.'));
const { secrets, settings, sandbox: _, ...outside } = testWorld(sandbox);
const ports = portsOf(outside, '');

it('has every port of a run', () => {
  expect(ports.map(([path]) => path)).toEqual(
    expect.arrayContaining(['http', 'mail', 'sql', 'files.put', 'files.get', 'inbox.put', 'models.add']),
  );
});

it.each(ports)('refuses %s, and says what to do', async (_path, port) => {
  await expect(port({})).rejects.toMatchObject({
    kind: 'rejected',
    message: 'Tests have no access to the outside. Add a fixture for the step.',
  });
});

it('has placeholders in place of secrets, and no settings of the installation', async () => {
  const revealed = await secrets.reveal('token', { runId: 'run_1' } as Parameters<typeof secrets.reveal>[1]);
  expect(revealed).toEqual({ name: 'token', value: 'placeholder-of-secret-token', hosts: [] });
  expect(await settings('channels' as Parameters<typeof settings>[0])).toBeUndefined();
});
