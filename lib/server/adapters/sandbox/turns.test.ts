import { beforeEach, describe, expect, it } from 'vitest';
import { ActionError } from '@/engine';
import { Turns } from './turns';

let now: number;
let turns: Turns;
/** Who has a thread, by the order in which they got it. */
let started: string[];
let ends: Map<string, () => void>;

beforeEach(() => {
  now = 1000;
  turns = new Turns(() => now);
  started = [];
  ends = new Map();
});

/** Requests a thread; the name is `pipeline/run`, with any suffix. */
function ask(name: string, signal = new AbortController().signal): Promise<void> {
  const [pipelineId = '', runId = ''] = name.split('/');
  return turns.take(signal, { pipelineId, runId }).then((turn) => {
    started.push(name);
    ends.set(name, turn.end);
  });
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Ends the oldest user of a thread after this time. */
async function endOldest(afterMs: number): Promise<void> {
  await settled();
  now += afterMs;
  const [name] = ends.keys();
  const end = name === undefined ? undefined : ends.get(name);
  if (name !== undefined) ends.delete(name);
  end?.();
  await settled();
}

describe('turns in the sandbox', () => {
  it('lets another pipeline begin immediately beside 200 endless functions of one', async () => {
    for (let n = 0; n < 200; n += 1) void ask(`busy/run ${n % 5}/${n}`);
    await settled();
    expect(turns).toMatchObject({ running: 2, waiting: 198 });
    void ask('other/run');
    await settled();
    expect(started.at(-1)).toBe('other/run');
  });

  it('assigns the next free thread to the pipeline that used least, also among several busy ones', async () => {
    for (let n = 0; n < 200; n += 1) void ask(`busy ${n % 4}/run/${n}`);
    for (let n = 0; n < 20; n += 1) await endOldest(1000);
    void ask('other/run');
    await endOldest(1000);
    expect(started.at(-1)).toBe('other/run');
  });

  it('assigns the next free thread of a pipeline to its run that used least', async () => {
    for (let n = 0; n < 200; n += 1) void ask(`busy/run ${n % 3}/${n}`);
    for (let n = 0; n < 6; n += 1) await endOldest(1000);
    void ask('busy/new run');
    await endOldest(1000);
    expect(started.at(-1)).toBe('busy/new run');
  });

  it('runs many short functions of one pipeline beside long ones of another', async () => {
    for (let n = 0; n < 200; n += 1) void ask(`busy/run/${n}`);
    await endOldest(1000);
    await endOldest(0);
    for (let n = 0; n < 20; n += 1) {
      const name = `other/run/${n}`;
      void ask(name);
      await settled();
      expect(started.at(-1)).toBe(name);
      now += 1;
      ends.get(name)?.();
      ends.delete(name);
    }
  });

  it('assigns two threads to the only pipeline, in the order of its requests', async () => {
    for (let n = 0; n < 6; n += 1) void ask(`only/run/${n}`);
    for (let n = 0; n < 4; n += 1) await endOldest(1);
    expect(started).toEqual(Array.from({ length: 6 }, (_, n) => `only/run/${n}`));
    expect(turns.running).toBe(2);
  });

  it('shares the time of the threads between two pipelines whose functions differ in length', async () => {
    for (let n = 0; n < 200; n += 1) void ask(`long/run/${n}`);
    for (let n = 0; n < 500; n += 1) void ask(`short/run/${n}`);
    const endsAt = new Map<string, number>();
    const used = { long: 0, short: 0 };
    await settled();
    while (now < 31_000) {
      for (const name of ends.keys()) {
        if (!endsAt.has(name)) endsAt.set(name, now + (name.startsWith('long') ? 900 : 100));
      }
      const [name = '', at = 0] = [...endsAt].toSorted(([, a], [, b]) => a - b)[0] ?? [];
      used[name.startsWith('long') ? 'long' : 'short'] += name.startsWith('long') ? 900 : 100;
      now = at;
      endsAt.delete(name);
      ends.get(name)?.();
      ends.delete(name);
      await settled();
    }
    expect(used.short / used.long).toBeGreaterThan(0.7);
    expect(used.short / used.long).toBeLessThan(1.4);
  });

  it('returns to the order of requests for a run that used much, while new runs begin', async () => {
    void ask('only/old/1');
    await endOldest(5000);
    void ask('only/hold/1');
    void ask('only/hold/2');
    void ask('only/old/2');
    for (let n = 0; n < 200 && !started.includes('only/old/2'); n += 1) {
      void ask(`only/new ${n}`);
      await endOldest(500);
    }
    expect(started).toContain('only/old/2');
  });

  it('drops a request that is cancelled while it waits', async () => {
    const stop = new AbortController();
    void ask('busy/run/1');
    void ask('busy/run/2');
    const cancelled = ask('busy/run/3', stop.signal);
    const reason = new ActionError('cancelled', 'Cancelled.');
    stop.abort(reason);
    await expect(cancelled).rejects.toBe(reason);
    expect(turns).toMatchObject({ running: 2, waiting: 0 });
    await expect(ask('busy/run/4', AbortSignal.abort(reason))).rejects.toBe(reason);
    void ask('busy/run/5');
    await endOldest(1);
    expect(started).toEqual(['busy/run/1', 'busy/run/2', 'busy/run/5']);
  });
});
