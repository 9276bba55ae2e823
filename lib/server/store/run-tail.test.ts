import { describe, expect, it } from 'vitest';
import type { EventLine } from './event-lines';
import { type EventBatch, RunTail } from './run-tail';

const BATCH = 5;

/** A journal that counts how often it is read. */
function openJournal(length: number, options: { chars?: number } = {}) {
  const lines: EventLine[] = [];
  const write = (count: number, type = 'step_logged') => {
    for (let left = count; left > 0; left -= 1) {
      lines.push({ seq: lines.length + 1, type, text: 'x'.repeat(options.chars ?? 1) });
    }
  };
  write(length);
  const reads: number[] = [];
  let ended = false;
  const tail = new RunTail(
    async (after) => {
      reads.push(after);
      return lines.slice(after, after + BATCH);
    },
    async () => ({ lastSeq: lines.length, isEnded: ended }),
  );
  return {
    tail,
    reads,
    write(count: number) {
      write(count);
      tail.publish(lines.length);
    },
    end() {
      write(1, 'run_completed');
      ended = true;
    },
  };
}

const never = new AbortController().signal;
const seqs = (batch: EventBatch | undefined) => batch?.map(({ seq }) => seq);

async function readAll(tail: RunTail, after = 0): Promise<number[]> {
  const seen: number[] = [];
  tail.watchers += 1;
  for (;;) {
    const batch = await tail.next(seen.at(-1) ?? after, never);
    if (!batch) return seen;
    seen.push(...batch.map(({ seq }) => seq));
  }
}

describe('the tail of a run', () => {
  it('reads each position once for all current readers, and passes them the same list', async () => {
    const { tail, reads, end } = openJournal(23);
    end();
    await tail.look();
    const watchers = await Promise.all(Array.from({ length: 100 }, () => readAll(tail)));
    expect(reads).toEqual([0, 5, 10, 15, 20]);
    for (const seen of watchers) expect(seen).toEqual(Array.from({ length: 24 }, (_, n) => n + 1));
    expect(await tail.next(5, never)).toBe(await tail.next(5, never));
  });

  it('returns the rest to a reader that starts in the middle of read events', async () => {
    const { tail, reads } = openJournal(10);
    await tail.look();
    tail.watchers = 2;
    expect(seqs(await tail.next(0, never))).toEqual([1, 2, 3, 4, 5]);
    expect(seqs(await tail.next(3, never))).toEqual([4, 5]);
    expect(reads).toEqual([0]);
  });

  it('waits for new events, and for a signal to stop', async () => {
    const { tail, reads, write } = openJournal(2);
    await tail.look();
    const stop = new AbortController();
    const [first, second] = [tail.next(2, never), tail.next(2, stop.signal)];
    stop.abort();
    expect(await second).toBeUndefined();
    expect(reads).toEqual([]);
    write(1);
    expect(seqs(await first)).toEqual([3]);
  });

  it('ends for a reader that has the last event, also when it was not read here', async () => {
    const { tail, end } = openJournal(2);
    await tail.look();
    const waiting = tail.next(3, never);
    end();
    tail.publish(3, true);
    expect(await waiting).toBeUndefined();
    expect(await tail.next(3, never)).toBeUndefined();
    expect(seqs(await tail.next(1, never))).toEqual([2, 3]);
    expect(await tail.next(3, never)).toBeUndefined();
  });

  it('caches about a megabyte, and reads dropped events again', async () => {
    const { tail, reads, end } = openJournal(50, { chars: 60_000 });
    end();
    await tail.look();
    await Promise.all([readAll(tail), readAll(tail)]);
    const before = reads.length;
    expect(seqs(await tail.next(45, never))?.[0]).toBe(46);
    expect(reads).toHaveLength(before);
    expect(seqs(await tail.next(0, never))?.[0]).toBe(1);
    expect(reads).toHaveLength(before + 1);
  });

  it('fails for current readers when a read fails, and reads again for the next', async () => {
    let fails = true;
    const tail = new RunTail(
      async () => {
        if (fails) throw new Error('The database is away.');
        return [{ seq: 1, type: 'run_completed', text: '{}' }];
      },
      async () => ({ lastSeq: 1, isEnded: true }),
    );
    await tail.look();
    await expect(tail.next(0, never)).rejects.toThrow('away');
    fails = false;
    expect(seqs(await tail.next(0, never))).toEqual([1]);
  });
});
