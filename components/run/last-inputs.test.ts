import { afterEach, expect, it, vi } from 'vitest';
import { runDetail } from '@/components/run-state/testing/run-detail';
import { created, journal, started } from '@/components/run-state/testing/run-events';
import { fetchRunInputs, readInputs } from './last-inputs';

afterEach(() => vi.unstubAllGlobals());

const record = runDetail();
const events = journal(
  [0, created],
  [1, { type: 'run_started' }],
  [2, { type: 'step_started', step: 'a', attempt: 1, action: 'log', inputs: { value: { n: 1 } } }],
  [3, { type: 'step_started', step: 'a', attempt: 2, action: 'log', inputs: { value: { n: 2 } } }],
  [4, started('a', 1, [0])],
  [
    5,
    {
      type: 'step_started',
      step: 'b',
      attempt: 1,
      action: 'log',
      inputs: { ref: 'h', bytes: 9, summary: '' },
    },
  ],
);

/** A server that has one run, or none. */
function serve(runs: readonly object[]) {
  const text = events.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const answers: Record<string, () => Response> = {
    '/api/v1/runs': () => Response.json({ runs, next: null }),
    '/api/v1/runs/run_1': () => Response.json({ ...record, lastSeq: events.length }),
    '/api/v1/runs/run_1/events': () =>
      new Response(text, { headers: { 'content-type': 'text/event-stream' } }),
    '/api/v1/runs/run_1/payloads/h': () => Response.json({ far: true }),
  };
  vi.stubGlobal(
    'fetch',
    async (url: string) =>
      answers[String(url).split('?')[0] ?? '']?.() ?? new Response(null, { status: 404 }),
  );
}

it('reads what each step of the newest run was given, by its newest attempt', async () => {
  serve([record]);
  const found = await fetchRunInputs('p1');
  expect(found?.run).toBe(7);
  if (found === null) throw new Error('expected a run');
  expect(await readInputs(found, 'a')).toEqual({ n: 2 });
  expect(await readInputs(found, 'b')).toEqual({ far: true });
  expect(await readInputs(found, 'c')).toBeUndefined();
});

it('finds nothing where nothing has run', async () => {
  serve([]);
  expect(await fetchRunInputs('p1')).toBeNull();
});
