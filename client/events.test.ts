import { describe, expect, it } from 'vitest';
import type { RunEvent } from '@/engine';
import { followRun } from './events';
import type { Contact } from './feed';

/** One planned answer of the fake server. */
type Answer = (request: { after: number; signal: AbortSignal }) => Response | Promise<Response>;

function event(seq: number): string {
  const body = { type: 'step_logged', step: 'a', attempt: 1, level: 'info', message: `line ${seq}` };
  return `id: ${seq}\ndata: ${JSON.stringify({ seq, at: '2026-11-20T14:02:11.000Z', ...body })}\n\n`;
}

function stream(...pieces: string[]): Response {
  return new Response(pieces.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

/** An answer that arrives in pieces. */
function cutStream(...pieces: string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body);
}

/** A connection that says something and then stays open until it is aborted. */
function open(signal: AbortSignal, text: string): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(body);
}

/** Follows a run against planned answers. Time stands still except that every pause ends at once. */
function follow(
  answers: Answer[],
  options: { silent?: boolean; newest?: number; snapshots?: boolean; random?: () => number } = {},
) {
  const seqs: number[] = [];
  const contacts: Contact['state'][] = [];
  const problems: (string | undefined)[] = [];
  const pauses: number[] = [];
  const resumedAfter: number[] = [];
  const asked: string[] = [];
  const { silent, ...more } = options;
  const feed = followRun({
    runId: 'run_1',
    origin: 'http://server',
    random: () => 1,
    ...more,
    onEvents: (events: readonly RunEvent[]) => seqs.push(...events.map((e) => e.seq)),
    onContact: (contact) => {
      if (contacts.at(-1) !== contact.state) contacts.push(contact.state);
      if (contact.problem) problems.push(contact.problem);
    },
    fetch: async (url, init) => {
      asked.push(String(url).replace('http://server/api/v1/runs/run_1/', ''));
      const after = Number(new Headers(init?.headers).get('last-event-id') ?? 0);
      resumedAfter.push(after);
      const answer = answers.shift();
      if (!answer || !init?.signal) throw new Error('No more answers planned.');
      return answer({ after, signal: init.signal });
    },
    clock: {
      now: () => 0,
      after(ms, callback) {
        const isSilenceWatch = ms === 45_000;
        if (!isSilenceWatch) pauses.push(ms);
        if (isSilenceWatch && !silent) return () => {};
        const timer = setImmediate(callback);
        return () => clearImmediate(timer);
      },
    },
  });
  return { feed, seqs, contacts, problems, pauses, resumedAfter, asked };
}

describe('following a run', () => {
  it('hands on events in order and stops at the end', async () => {
    const run = follow([() => stream(event(1), event(2), 'event: end\ndata: {}\n\n')]);
    await run.feed.done;
    expect(run.seqs).toEqual([1, 2]);
    expect(run.contacts).toEqual(['live', 'ended']);
  });

  it('resumes after the last event when the connection closes, without alarm', async () => {
    const run = follow([
      () => stream(event(1), event(2)),
      () => stream(event(3), 'event: end\ndata: {}\n\n'),
    ]);
    await run.feed.done;
    expect(run.resumedAfter).toEqual([0, 2]);
    expect(run.seqs).toEqual([1, 2, 3]);
    expect(run.contacts).toEqual(['live', 'ended']);
  });

  it('reads a gap again from the last event before it', async () => {
    const run = follow([
      () => stream(event(1), event(2), event(5)),
      () => stream(event(3), event(4), event(5), 'event: end\ndata: {}\n\n'),
    ]);
    await run.feed.done;
    expect(run.resumedAfter).toEqual([0, 2]);
    expect(run.seqs).toEqual([1, 2, 3, 4, 5]);
    expect(run.problems[0]).toContain('Event 3 is missing');
  });

  it('drops events that it already has', async () => {
    const run = follow([() => stream(event(1), event(1), event(2), 'event: end\ndata: {}\n\n')]);
    await run.feed.done;
    expect(run.seqs).toEqual([1, 2]);
  });

  it('says that contact is lost, backs off further each time and reconciles when the server is back', async () => {
    const down: Answer = () => Promise.reject(new TypeError('fetch failed'));
    const run = follow([
      () => stream(event(1)),
      down,
      down,
      down,
      () => stream(event(2), 'event: end\ndata: {}\n\n'),
    ]);
    await run.feed.done;
    expect(run.contacts).toEqual(['live', 'lost', 'live', 'ended']);
    expect(run.pauses).toEqual([250, 500, 1000, 2000]);
    expect(run.seqs).toEqual([1, 2]);
  });

  it('never waits longer than ten seconds', async () => {
    const down: Answer = () => new Response('', { status: 503 });
    const run = follow([
      ...Array.from({ length: 12 }, () => down),
      () => stream(event(1), 'event: end\ndata: {}\n\n'),
    ]);
    await run.feed.done;
    expect(Math.max(...run.pauses)).toBe(10_000);
  });

  it('gives up on a connection that has fallen silent', async () => {
    const run = follow(
      [({ signal }) => open(signal, event(1)), () => stream(event(2), 'event: end\ndata: {}\n\n')],
      {
        silent: true,
      },
    );
    await run.feed.done;
    expect(run.seqs).toEqual([1, 2]);
    expect(run.problems).toContain('The server sent no data for too long.');
  });

  it('stops when the server refuses, with its words', async () => {
    const run = follow([
      () => Response.json({ code: 'not_found', message: 'The run run_9 does not exist.' }, { status: 404 }),
    ]);
    await run.feed.done;
    expect(run.contacts).toEqual(['lost']);
    expect(run.problems).toEqual(['The run run_9 does not exist.']);
  });

  it('keeps what came before an event it cannot read', async () => {
    const unreadable = 'id: 2\ndata: {"seq":2,"type":"from_the_future"}\n\n';
    const run = follow([
      () => stream(event(1), unreadable),
      () => stream(event(2), 'event: end\ndata: {}\n\n'),
    ]);
    await run.feed.done;
    expect(run.seqs).toEqual([1, 2]);
    expect(run.problems[0]).toContain('Reload the page');
  });

  it('is quiet after it was closed', async () => {
    const run = follow([({ signal }) => open(signal, event(1))]);
    await new Promise((resolve) => setImmediate(resolve));
    run.feed.close();
    await run.feed.done;
    expect(run.contacts).not.toContain('lost');
  });
});

describe('reading an event stream', () => {
  it('understands any way of cutting it and all three line ends', async () => {
    const crlf = event(1).replaceAll('\n', '\r\n');
    const cr = event(2).replaceAll('\n', '\r');
    const text = `: hello\r\n${crlf}${cr}retry: 5\n${event(3)}event: end\ndata: {}\n\n`;
    for (let cut = 0; cut <= text.length; cut += 1) {
      const run = follow([() => cutStream(text.slice(0, cut), text.slice(cut))]);
      await run.feed.done;
      expect(run.seqs, `cut at ${cut}`).toEqual([1, 2, 3]);
      expect(run.contacts).toEqual(['live', 'ended']);
    }
  });

  it('asks again for a message of which only half came', async () => {
    const end = 'event: end\ndata: {}\n\n';
    const run = follow([() => stream(event(1), event(2).slice(0, -1)), () => stream(event(2), end)]);
    await run.feed.done;
    expect(run.seqs).toEqual([1, 2]);
    expect(run.resumedAfter).toEqual([0, 1]);
  });
});

describe('following a run with snapshots', () => {
  const END = 'event: end\ndata: {}\n\n';

  function snapshot(seq: number, ...seqs: number[]): Response {
    const events = seqs.map((each) => JSON.parse(event(each).split('data: ')[1] ?? ''));
    return Response.json({ events, seq });
  }

  it('takes one first when much is known to exist, and goes on where it ends', async () => {
    const run = follow([() => snapshot(900, 1, 2, 900), () => stream(event(901), END)], {
      snapshots: true,
      newest: 901,
    });
    await run.feed.done;
    expect(run.asked).toEqual(['snapshot?after=0', 'events?resync=1']);
    expect(run.resumedAfter).toEqual([0, 900]);
    expect(run.seqs).toEqual([1, 2, 900, 901]);
    expect(run.contacts).toEqual(['live', 'ended']);
  });

  it('takes one when the server says that there is too much to send, without a pause', async () => {
    const run = follow(
      [
        () => stream(event(1), event(2), 'event: resync\ndata: {}\n\n'),
        () => snapshot(5000, 3, 5000),
        () => stream(event(5001), END),
      ],
      { snapshots: true, newest: 2 },
    );
    await run.feed.done;
    expect(run.asked).toEqual(['events?resync=1', 'snapshot?after=2', 'events?resync=1']);
    expect(run.seqs).toEqual([1, 2, 3, 5000, 5001]);
    expect(run.pauses).toEqual([]);
  });

  it('stands where the snapshot does, also when its last events were left out of it', async () => {
    const run = follow([() => snapshot(900, 1, 2), () => stream(event(901), END)], {
      snapshots: true,
      newest: 900,
    });
    await run.feed.done;
    expect(run.resumedAfter).toEqual([0, 900]);
  });

  it.each([
    ['fails', () => new Response('{}', { status: 500 })],
    ['is not one', () => Response.json({ events: 1 })],
    ['is out of order', () => snapshot(9, 2, 1)],
    ['is cut', () => new Response('{"events":[')],
  ])('does without one that %s', async (_, answer) => {
    const run = follow([answer, () => stream(event(1), END)], { snapshots: true, newest: 5000 });
    await run.feed.done;
    expect(run.asked).toEqual(['snapshot?after=0', 'events']);
    expect(run.seqs).toEqual([1]);
  });

  it('is refused for good where the run is gone', async () => {
    const run = follow([() => Response.json({ message: 'It was deleted.' }, { status: 404 })], {
      snapshots: true,
      newest: 5000,
    });
    await run.feed.done;
    expect(run.problems).toContain('It was deleted.');
  });
});

it('spreads the tries of pages that lost the same server', async () => {
  const run = follow([() => new Response('', { status: 503 }), () => stream('event: end\ndata: {}\n\n')], {
    random: () => 0.5,
  });
  await run.feed.done;
  expect(run.pauses).toEqual([187.5]);
});
