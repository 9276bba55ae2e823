import { describe, expect, test } from 'vitest';
import { ActionError } from '../errors';
import type { JsonObject } from '../json';
import type { StepDocument } from '../pipeline/schema';
import type { RevealedSecret } from '../ports';
import { fakeHttp, fakeSecrets } from '../testing/fakes';
import { gate, probes, settled } from '../testing/probes';
import { memoryJournal, runPipeline } from '../testing/run-pipeline';
import { startRun } from '../testing/start-run';
import { MASK, mask } from './masking/mask';

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

  test('that a control reads is refused before the decision, and is in no event', async () => {
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
    for (const id of ['t', 'p']) {
      expect(state.steps.get(id)).toMatchObject({ status: 'failed', error: { kind: 'invalid_params' } });
    }
  });

  test.each<[string, JsonObject]>([
    ['set_output', { key: '{{secrets.token}}', value: 1 }],
    ['set_output', { key: 'k-{{secrets.token}}', value: 1 }],
    ['set_output', { key: 'k', value: ['{{secrets.token}}'] }],
    ['loop', { items: [1], action: '{{secrets.token}}' }],
    ['loop', { items: [1], action: 'set_output', action_params: { key: '{{secrets.token}}', value: 1 } }],
    ['loop', { items: ['{{secrets.token}}'], action: 'log', action_params: { message: 'x' } }],
    ['log', { message: 'x', level: '{{secrets.token}}' }],
  ])(
    'in %s %j is in no event, output or error of a document that was never checked',
    async (action, params) => {
      const { journal, state } = await runPipeline({
        document: { steps: [{ id: 'a', action, params }], outputs: { all: '{{steps.a.output}}' } },
        secrets: fakeSecrets({ token: 's3cr3t-v9lq7-xyz0' }),
      });
      expect(JSON.stringify([journal.events, state])).not.toMatch(/s3cr|cr3t|t-v9|9lq7|7-xy|xyz0/);
      expect(state.status).toBe('failed');
    },
  );

  test('that functions convert is sent converted, and masked where it returns', async () => {
    const { catalogue, calls } = probes(({ input, ctx }) => {
      ctx.log.info(`Sent ${JSON.stringify(input)}`);
      return { echo: input, text: JSON.stringify(input) };
    });
    const convert = (id: string, expression: string) => send(id, `{{${expression}}}`);
    const { journal } = await runPipeline({
      document: {
        steps: [
          convert('int', 'int(secrets.pin)'),
          convert('double', 'double(secrets.pin)'),
          convert('sum', 'int(secrets.pin) + 1'),
          convert('chosen', 'secrets.pin == "8471936250" ? "yes" : "no"'),
          convert('size', 'size(secrets.pin)'),
          convert('list', '[int(secrets.pin), upper(secrets.word)]'),
        ],
      },
      catalogue,
      secrets: fakeSecrets({ pin: '8471936250', word: 'kvzxwqtp-mnbr' }),
    });
    expect(calls.map(({ input }) => input)).toEqual([
      8471936250,
      8471936250,
      8471936251,
      'yes',
      10,
      [8471936250, 'KVZXWQTP-MNBR'],
    ]);
    const text = JSON.stringify(journal.events);
    expect(text).not.toMatch(/8471|936250|936251|kvzx|mnbr/i);
    expect(text).toContain(`Sent ${MASK}`);
  });

  test('is not repeated in the error of an expression that reads it', async () => {
    const expressions = [
      'int(secrets.word)',
      'params.map[lower(secrets.word)]',
      'secrets.word < 3',
      // Similar to the secret, but neither its text nor its number.
      '"a"[int(secrets.pin) + 1]',
    ];
    const { journal } = await runPipeline({
      document: {
        steps: expressions.map((text, at) => send(`s${at}`, `{{${text}}}`)),
        params: { map: { type: 'object', default: {} } },
      },
      catalogue: probes(() => null).catalogue,
      secrets: fakeSecrets({ word: 'kvzxwqtp-mnbr', pin: '8471936250' }),
    });
    expect(journal.events.filter(({ type }) => type === 'step_failed')).toHaveLength(expressions.length);
    expect(JSON.stringify(journal.events)).not.toMatch(/kvzx|wqtp|mnbr|8471|936251/i);
  });

  test('is refused at the end of a host, with any beginning', async () => {
    const http = fakeHttp(() => ({ status: 200 }));
    for (const rest of ['.example.org/x', '/hooks/kvzxwqtp']) {
      const params = { url: 'https://example{{secrets.rest}}' };
      const { state } = await runPipeline({
        document: { steps: [{ id: 'a', action: 'http_request', params }] },
        secrets: fakeSecrets({ rest }),
        http,
      });
      expect(state.error).toMatchObject({
        kind: 'invalid_params',
        message: expect.stringContaining('becomes part of the host'),
      });
    }
    expect(http.requests).toEqual([]);
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

  test('is read again for each attempt', async () => {
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

test('steps whose secrets are being fetched occupy slots', async () => {
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

test('a retry whose secret is being fetched is not blocked by its own slot', async () => {
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
  test('hides the longer secret first, so that no part of it stays visible', () => {
    expect(mask('key abcdef', ['abc', 'abcdef'])).toBe(`key ${MASK}`);
  });

  test('does not change text when a secret is empty', () => {
    expect(mask('plain', [''])).toBe('plain');
  });

  test('hides keys, list items and numbers with the same text', () => {
    expect(mask({ '12345': [12345, 'a12345', 1234] }, ['12345'])).toEqual({
      [MASK]: [MASK, `a${MASK}`, 1234],
    });
  });
});
