import { describe, expect, test } from 'vitest';
import { ActionError } from '../errors';
import type { StepDocument } from '../pipeline/schema';
import type { RevealedSecret } from '../ports';
import { fakeSecrets } from '../testing/fakes';
import { gate, probes, settled } from '../testing/probes';
import { memoryJournal, runPipeline } from '../testing/run-pipeline';
import { startRun } from '../testing/start-run';
import { MASK, mask } from './mask';

const send = (id: string, input: string): StepDocument => ({ id, action: 'send', params: { input } });

describe('a secret', () => {
  test('reaches the action and stays out of the journal: inputs, output, log and failure', async () => {
    const { catalogue, calls } = probes(({ ctx, input }) => {
      ctx.log.info(`Sent ${String(input)}`);
      if (ctx.step.id === 'bad') throw new ActionError('rejected', `Refused: ${String(input)}`);
      return { echo: `got ${String(input)}` };
    });
    const { journal } = await runPipeline({
      document: { steps: [send('good', 'Bearer {{secrets.token}}'), send('bad', '{{secrets.token}}')] },
      catalogue,
      secrets: fakeSecrets({ token: 'hunter2' }),
    });
    expect(calls.map(({ input }) => input)).toEqual(['Bearer hunter2', 'hunter2']);
    const text = JSON.stringify(journal.events);
    expect(text).not.toContain('hunter2');
    expect(text).toContain(`Sent Bearer ${MASK}`);
    expect(text).toContain(`Refused: ${MASK}`);
  });

  test('that a control reads is masked in its output too', async () => {
    const { journal, state } = await runPipeline({
      document: {
        steps: [
          { id: 't', action: 'transform', params: { operation: 'uppercase', input: '{{secrets.token}}' } },
          { id: 'p', action: 'transform', params: { operation: 'passthrough', input: '{{secrets.token}}' } },
        ],
      },
      secrets: fakeSecrets({ token: 'HUNTER2' }),
    });
    expect(JSON.stringify(journal.events)).not.toContain('HUNTER2');
    expect(state.steps.get('p')?.output).toEqual({ value: { result: MASK } });
  });

  test('is fetched for a control that is taken over while it waits', async () => {
    const document = {
      steps: [
        {
          id: 'until',
          action: 'wait_until',
          params: {
            condition: 'check.output == "hunter2!"',
            poll_interval_seconds: 10,
            check: { action: 'read', params: { input: '{{secrets.token}}!' } },
          },
        },
      ],
    };
    const { catalogue } = probes(({ input }) => (input === 'hunter2!' ? 'no' : input));
    const secrets = fakeSecrets({ token: 'hunter2' });
    const first = startRun({ document, catalogue, secrets, parkAfterMs: 0 });
    await first.runner.run();
    const resumed = await runPipeline({
      document,
      catalogue: probes(() => 'yes').catalogue,
      secrets,
      clock: first.clock,
      journal: memoryJournal(first.events),
      onEvent: (event, runner) => {
        if (event.type === 'step_waiting') runner.cancel();
      },
    });
    const unit = resumed.state.steps.get('until');
    expect(unit?.error).toBeUndefined();
    expect(unit?.iterations?.units.get(1)?.output).toEqual({ value: 'yes' });
  });

  test('that does not exist fails the step and names it', async () => {
    const { state } = await runPipeline({
      document: { steps: [send('a', '{{secrets.nope}}')] },
      catalogue: probes().catalogue,
    });
    expect(state.error).toMatchObject({ kind: 'invalid_params', message: expect.stringContaining('nope') });
  });

  test('is read afresh for each attempt', async () => {
    let reads = 0;
    const { catalogue, calls } = probes(({ ctx, input }) => {
      if (ctx.step.attempt === 1) throw new ActionError('connection_error', 'Away.');
      return input;
    });
    await runPipeline({
      document: { steps: [{ ...send('a', '{{secrets.token}}'), retry: { max_attempts: 2 } }] },
      catalogue,
      secrets: { reveal: async (name) => ({ name, value: `value ${++reads}`, hosts: [] }) },
    });
    expect(calls.map(({ input }) => input)).toEqual(['value 1', 'value 2']);
  });
});

test('steps whose secrets are on their way hold their places', async () => {
  const reveals = gate<RevealedSecret>();
  let inFlight = 0;
  let most = 0;
  const { catalogue } = probes(async () => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    await settled();
    inFlight -= 1;
    return null;
  });
  const { runner } = startRun({
    document: {
      steps: ['a', 'b', 'c'].map((id) => send(id, '{{secrets.token}}')),
      settings: { max_parallel_steps: 1 },
    },
    catalogue,
    secrets: { reveal: () => reveals.promise },
  });
  const running = runner.run();
  await settled();
  reveals.open({ name: 'token', value: 'x', hosts: [] });
  await running;
  expect(most).toBe(1);
  expect(runner.state.status).toBe('completed');
});

test('a retry whose secret is on its way is not locked out by its own place', async () => {
  const { catalogue, calls } = probes(({ ctx }) => {
    if (ctx.step.id === 'a' && ctx.step.attempt === 1) throw new ActionError('timeout', 'Slow.');
    return null;
  });
  const { state } = await runPipeline({
    document: {
      steps: [
        { ...send('a', '{{secrets.token}}'), retry: { max_attempts: 2 } },
        send('b', '{{secrets.token}}'),
      ],
      settings: { max_parallel_steps: 1 },
    },
    catalogue,
    secrets: {
      reveal: async (name) => {
        await settled();
        return { name, value: 'x', hosts: [] };
      },
    },
  });
  expect(state.status).toBe('completed');
  expect(calls.map(({ ctx }) => `${ctx.step.id}${ctx.step.attempt}`)).toEqual(['a1', 'b1', 'a2']);
});

describe('masking', () => {
  test('hides the longer secret first, so that no rest of it is left', () => {
    expect(mask('key abcdef', ['abc', 'abcdef'])).toBe(`key ${MASK}`);
  });

  test('leaves text alone when a secret is empty', () => {
    expect(mask('plain', [''])).toBe('plain');
  });

  test('reaches keys, lists and numbers that read the same', () => {
    expect(mask({ '12345': [12345, 'a12345', 1234] }, ['12345'])).toEqual({
      [MASK]: [MASK, `a${MASK}`, 1234],
    });
  });
});
