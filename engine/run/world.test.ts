import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineAction, defineControl } from '../action';
import { createCatalogue } from '../catalogue';
import { ActionError } from '../errors';
import type { Json } from '../json';
import type { HttpRequest, SandboxProgram } from '../ports';
import { fakeHttp, fakeSecrets } from '../testing/fakes';
import { gate, settled } from '../testing/probes';
import { runPipeline } from '../testing/run-pipeline';
import { startRun } from '../testing/start-run';
import { MASK } from './masking/mask';

const look = { description: 'A probe.', icon: 'log', sentence: 'Probe', category: 'integration' } as const;

/** Calls HTTP with a setting, and returns its resolved bound parameter. */
const call = defineAction({
  ...look,
  type: 'call',
  title: 'Call',
  effect: 'write',
  idempotent: false,
  params: z.object({
    text: z.string().meta({ reads: 'bound' }).optional(),
    token: z.string().optional(),
  }),
  output: z.object({ bound: z.json(), key: z.string() }),
  async run(_, ctx) {
    const key = (await ctx.setting('webhook_signing_key')) ?? '';
    await ctx.http({ url: 'http://a.test/', method: 'GET', headers: {}, signal: ctx.signal });
    ctx.log.info(`Signed with ${key}`);
    const { parts = [], values = [] } = ctx.bound('text') ?? {};
    return { bound: { parts: [...parts], values: [...values] }, key };
  },
});

/** Computes its input once, then completes with the result. */
const compute = defineControl({
  ...look,
  type: 'compute',
  title: 'Compute',
  params: z.object({ input: z.array(z.json()) }),
  output: z.json(),
  decide: ({ input }, { computed }) =>
    computed === undefined
      ? { do: 'compute', program: { source: '(x) => x', mode: 'map', input } }
      : { do: 'complete', output: computed },
});

const catalogue = createCatalogue([call, compute]);
const computing = { id: 'c', action: 'compute', params: { input: [1, 2] } };

describe('an effect', () => {
  test('receives a bound parameter as text and values; the journal numbers them and hides secrets', async () => {
    const { state, journal } = await runPipeline({
      document: {
        params: { n: { type: 'integer', default: 3 } },
        steps: [
          { id: 'a', action: 'call', params: { text: 'x = {{params.n}} or y = {{secrets.token}}{{now}}' } },
        ],
      },
      catalogue,
      secrets: fakeSecrets({ token: 'hunter2hunter2' }),
    });
    const now = '2026-01-01T00:00:00.000Z';
    const attempt = state.steps.get('a')?.attempts[0];
    expect(attempt?.inputs).toEqual({
      value: { text: { text: 'x = $1 or y = $2$3', values: [3, MASK, now] } },
    });
    expect(attempt?.output).toMatchObject({
      value: { bound: { parts: ['x = ', ' or y = ', '', ''], values: [3, MASK, now] } },
    });
    expect(JSON.stringify(journal.events)).not.toContain('hunter2');
  });

  test('passes all of its secrets to the ports, including settings, and shows none', async () => {
    const requests: HttpRequest[] = [];
    const http = fakeHttp((request) => {
      requests.push(request);
      return {};
    });
    const { journal } = await runPipeline({
      document: { steps: [{ id: 'a', action: 'call', params: { token: '{{secrets.token}}' } }] },
      catalogue,
      http,
      secrets: fakeSecrets({ token: 'hunter2hunter2' }),
      settings: async (name) => ({
        value: 'signing-key',
        secret: { name, value: 'signing-key', hosts: ['a.test'] },
      }),
    });
    expect(requests[0]?.secrets).toEqual([
      { name: 'token', value: 'hunter2hunter2', hosts: [] },
      { name: 'webhook_signing_key', value: 'signing-key', hosts: ['a.test'] },
    ]);
    const text = JSON.stringify(journal.events);
    expect(text).toContain(`Signed with ${MASK}`);
    expect(text).not.toContain('signing-key');
  });
});

describe('a control that requests a computation', () => {
  test('decides again with the result', async () => {
    const programs: SandboxProgram[] = [];
    const { state } = await runPipeline({
      document: { steps: [computing] },
      catalogue,
      sandbox: async (program) => {
        programs.push(program);
        return ['done'];
      },
    });
    expect(programs).toHaveLength(1);
    expect(state.steps.get('c')).toMatchObject({ status: 'completed', output: { value: ['done'] } });
  });

  test('passes its owner to the sandbox', async () => {
    const callers: unknown[] = [];
    const { state } = await runPipeline({
      document: { steps: [computing] },
      catalogue,
      sandbox: async (_program, _signal, caller) => {
        callers.push(caller);
        return [];
      },
    });
    expect(state.runId).not.toBe('');
    expect(callers).toEqual([{ pipelineId: state.pipelineId, runId: state.runId }]);
  });

  test('fails with the failure of the sandbox, and retries if its kind is retried', async () => {
    let tries = 0;
    const { state } = await runPipeline({
      document: { steps: [{ ...computing, retry: { max_attempts: 2 } }] },
      catalogue,
      sandbox: async () => {
        tries += 1;
        throw new ActionError('timeout', 'Too slow.');
      },
    });
    expect(tries).toBe(2);
    expect(state.steps.get('c')).toMatchObject({ status: 'failed', error: { kind: 'timeout' } });
  });

  test('aborts the computation when the run is cancelled', async () => {
    const started = gate<AbortSignal>();
    const late = gate<Json>();
    const { runner } = startRun({
      document: { steps: [computing] },
      catalogue,
      sandbox: (_, signal) => {
        started.open(signal);
        return late.promise;
      },
    });
    const running = runner.run();
    const signal = await started.promise;
    runner.cancel();
    expect(await running).toEqual({ ended: true });
    expect(signal.aborted).toBe(true);
    late.open('late');
    await settled();
    expect(runner.state.steps.get('c')).toMatchObject({ status: 'cancelled', output: undefined });
  });

  test('is limited by the time limit of its step', async () => {
    const { state } = await runPipeline({
      document: { steps: [{ ...computing, timeout_seconds: 2 }] },
      catalogue,
      sandbox: () => new Promise(() => undefined),
    });
    expect(state.steps.get('c')).toMatchObject({ status: 'failed', error: { kind: 'timeout' } });
  });

  test('requests the computation again after a restart', async () => {
    const first = startRun({
      document: { steps: [computing] },
      catalogue,
      sandbox: () => new Promise(() => undefined),
    });
    const running = first.runner.run();
    await settled();
    first.runner.abandon();
    await running;
    const second = startRun({
      document: { steps: [computing] },
      catalogue,
      events: first.events,
      clock: first.clock,
      sandbox: async () => 'again',
    });
    await second.runner.run();
    expect(second.runner.state.steps.get('c')?.output).toEqual({ value: 'again' });
    expect(second.runner.state.steps.get('c')?.attempts).toHaveLength(1);
  });
});

test('a failure with Retry-After is retried no earlier, but within five minutes', async () => {
  const waits = [90, 9000].map(async (retryAfter) => {
    const { journal } = await runPipeline({
      document: { steps: [{ id: 'a', action: 'call', retry: { max_attempts: 2 } }] },
      catalogue,
      http: fakeHttp(() => {
        throw new ActionError('rejected', 'Busy.', { retryAfter });
      }),
    });
    const [event] = journal.events.filter(({ type }) => type === 'step_retrying');
    return event?.type === 'step_retrying' ? (Date.parse(event.retry_at) - Date.parse(event.at)) / 1000 : 0;
  });
  expect(await Promise.all(waits)).toEqual([90, 300]);
});

test('text written in a parameter for secrets is hidden, and so is the password in it', async () => {
  const dial = defineAction({
    ...look,
    type: 'dial',
    title: 'Dial',
    effect: 'read',
    idempotent: true,
    params: z.object({ connection: z.string().meta({ widget: 'secret' }) }),
    output: z.object({ said: z.string() }),
    run: async ({ connection }, ctx) => {
      ctx.log.info(`Dialled ${connection}`);
      return { said: 'The password s3cret/pass is right.' };
    },
  });
  const connection = 'postgres://app:s3cret%2Fpass@db.test/x';
  const { journal } = await runPipeline({
    document: { steps: [{ id: 'a', action: 'dial', params: { connection } }] },
    catalogue: createCatalogue([dial]),
  });
  const text = JSON.stringify(journal.events);
  expect(text).toContain(`Dialled ${MASK}`);
  expect(text).toContain(`The password ${MASK} is right.`);
  expect(text).not.toMatch(/s3cret/);
});
