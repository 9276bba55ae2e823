import { describe, expect, it } from 'vitest';
import type { InstallationView } from '../store/installation-view';
import { FreshView } from './fresh-view';
import { livePolicy, UNKNOWN_TO_SERVER } from './policy';

const OPEN: InstallationView = {
  id: 'ours',
  egress: { mode: 'open', allow: [{ network: '10.0.0.0/8' }] },
  endpoints: [{ host: '10.0.0.5', port: 3000 }],
};

/** A view of what `read` answers, at a time that the test sets. */
function viewOf(read: () => Promise<InstallationView>) {
  const time = { ms: 0 };
  const view = new FreshView({ read, monotonic: () => time.ms });
  const policy = livePolicy(view, {
    config: { databaseUrl: undefined, restate: undefined },
    limits: {},
    endpoints: [],
    unknown: UNKNOWN_TO_SERVER,
  });
  return { time, view, policy };
}

describe('the policy that a process uses', () => {
  it('is public before it was read', async () => {
    const { policy } = viewOf(() => Promise.reject(new Error('away')));
    expect(policy.last).toMatchObject({ mode: 'public', allow: [] });
    expect(await policy.current()).toMatchObject({ mode: 'public', allow: [] });
  });

  it('is read once for many connections, and again when it is stale', async () => {
    let reads = 0;
    const { time, view } = viewOf(async () => {
      reads += 1;
      return OPEN;
    });
    await Promise.all([view.current(), view.current(), view.current()]);
    await view.current();
    expect(reads).toBe(1);
    time.ms += 251;
    await view.current();
    expect(reads).toBe(2);
  });

  it('is the last read policy for a minute without a response, then public; known addresses stay refused', async () => {
    const answers = [Promise.resolve(OPEN)];
    const { time, policy } = viewOf(() => answers.shift() ?? Promise.reject(new Error('away')));
    expect((await policy.current()).mode).toBe('open');
    time.ms += 60_000;
    expect((await policy.current()).mode).toBe('open');
    time.ms += 1;
    expect(await policy.current()).toMatchObject({
      mode: 'public',
      allow: [],
      own: { ports: [3000], listeners: OPEN.endpoints },
    });
  });
});
