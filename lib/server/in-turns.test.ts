import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { inTurns, noteActivity, turnsOf } from './in-turns';

afterEach(() => {
  vi.useRealTimers();
});

/** Keeps the thread for a while, on the clock of the test. */
function spend(ms: number): void {
  if (vi.isFakeTimers()) {
    vi.advanceTimersByTime(ms);
    return;
  }
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Keeps the thread for a while in each of its parts. */
function* work(parts: number, ms: number): Generator<void, string> {
  for (let part = 0; part < parts; part += 1) {
    spend(ms);
    yield;
  }
  return 'done';
}

/** From here on, only `spend` takes time: what other programs take from the thread counts for nobody. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
}

/** Both ends of a connection, whose data needs no other thread of this process. */
async function connection() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[accepted]] = await Promise.all([once(server, 'connection'), once(client, 'connect')]);
  const close = () => {
    client.destroy();
    accepted.destroy();
    server.close();
  };
  return { client, accepted: accepted as typeof client, close };
}

test('other work proceeds during long work', async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await nextTurn();
      turns += 1;
    }
  })();
  expect(await inTurns(work(10, 12))).toBe('done');
  isOver = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(9);
});

test('all long work together takes one turn at a time', async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await nextTurn();
      turns += 1;
    }
  })();
  await Promise.all(Array.from({ length: 20 }, () => inTurns(work(5, 3))));
  isOver = true;
  await others;
  // Each part is longer than a turn: another one follows only after everybody else.
  expect(turns).toBeGreaterThanOrEqual(99);
});

test('after a turn that began at an event, other events precede the next turn', async () => {
  const order: string[] = [];
  function* parts(): Generator<void, void> {
    for (const part of ['first', 'second']) {
      order.push(part);
      spend(20);
      yield;
    }
  }
  const { client, accepted, close } = await connection();
  client.once('data', () => order.push('event'));
  await new Promise<void>((resolve, reject) => {
    accepted.once('data', () => {
      accepted.write('event');
      inTurns(parts()).then(resolve, reject);
    });
    client.write('begin');
  });
  close();
  expect(order).toEqual(['first', 'event', 'second']);
});

test('short work is done before long work that began earlier', async () => {
  stopClock();
  const ended: string[] = [];
  const long = inTurns(work(40, 3)).then(() => ended.push('long'));
  await nextTurn();
  const short = inTurns(work(2, 3)).then(() => ended.push('short'));
  await Promise.all([long, short]);
  expect(ended).toEqual(['short', 'long']);
});

test('while other work is busy, long work pauses between its turns, and still continues', async () => {
  let parts = 0;
  let isOver = false;
  function* counted(): Generator<void, void> {
    for (const _ of work(400, 1)) {
      parts += 1;
      yield;
      if (isOver) return;
    }
  }
  const long = turnsOf({ ms: 1000 })(counted());
  const rounds = 300;
  for (let round = 0; round < rounds; round += 1) {
    noteActivity();
    await nextTurn();
  }
  // Without a pause, each round has a turn of the long work.
  expect(parts).toBeLessThan(rounds / 2);
  isOver = true;
  await long;
});

test('short work does not wait while long work pauses', async () => {
  const ended: string[] = [];
  const long = turnsOf({ ms: 1000 })(work(60, 1)).then(() => ended.push('long'));
  for (let n = 0; n < 5; n += 1) {
    await inTurns(work(2, 1));
    ended.push('short');
    await nextTurn();
  }
  await long;
  expect(ended).toEqual(['short', 'short', 'short', 'short', 'short', 'long']);
});

test('short work of several turns continues while long work pauses', async () => {
  noteActivity();
  const long = turnsOf({ ms: 1000 })(work(30, 1));
  noteActivity();
  let isDone = false;
  const short = inTurns(work(4, 2)).then(() => {
    isDone = true;
  });
  let rounds = 0;
  for (; !isDone; rounds += 1) await nextTurn();
  // A round without work takes microseconds: waiting for a pause would take thousands.
  expect(rounds).toBeLessThan(50);
  await Promise.all([short, long]);
});

test('the time of an owner is counted over all of its work', async () => {
  stopClock();
  const ended: string[] = [];
  const time = { ms: 0 };
  const drive = turnsOf(time);
  await drive(work(30, 3));
  expect(time.ms).toBeGreaterThanOrEqual(85);
  const again = drive(work(30, 1)).then(() => ended.push('again'));
  const other = inTurns(work(20, 1)).then(() => ended.push('other'));
  await Promise.all([again, other]);
  expect(ended).toEqual(['other', 'again']);
});

test('an error of the work is thrown', async () => {
  function* failing(): Generator<void, never> {
    yield;
    throw new Error('broken');
  }
  await expect(inTurns(failing())).rejects.toThrow('broken');
});
