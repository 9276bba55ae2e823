import { describe, expect, test } from 'vitest';
import { ActionError } from '../errors';
import type { PipelineDocument, StepDocument } from '../pipeline/schema';
import { memoryClock } from '../testing/fakes';
import { gate, probes, settled } from '../testing/probes';
import { type StartedRun, startRun, story } from '../testing/start-run';
import type { RunEvent } from './state/events';

const read = (id: string, more: Partial<StepDocument> = {}): StepDocument => ({
  id,
  action: 'read',
  ...more,
});
const status = ({ runner }: StartedRun, step: string) => runner.state.steps.get(step)?.status;

describe('a paused run', () => {
  const chain: PipelineDocument = { steps: [read('a'), read('b', { depends_on: ['a'] })] };

  test('lets effects in flight end, starts nothing more, and parks without a wake-up time', async () => {
    const open = gate();
    const { catalogue, calls } = probes(() => open.promise.then(() => null));
    const run = startRun({ document: chain, catalogue, parkAfterMs: 0 });
    const running = run.runner.run();
    await settled();
    run.runner.pause();
    await settled();
    expect(run.runner.state).toMatchObject({ status: 'waiting', hold: { reason: 'paused' } });
    open.open();
    expect(await running).toEqual({ ended: false, wakeAt: undefined });
    expect(status(run, 'a')).toBe('completed');
    expect(status(run, 'b')).toBeUndefined();
    expect(calls).toHaveLength(1);
  });

  test('continues when it is resumed, by the same runner or another', async () => {
    for (const inSameHands of [true, false]) {
      const open = gate();
      const { catalogue, calls } = probes(() => open.promise.then(() => null));
      const first = startRun({ document: chain, catalogue, ...(inSameHands ? {} : { parkAfterMs: 0 }) });
      const running = first.runner.run();
      await settled();
      first.runner.pause();
      open.open();
      await settled();
      expect(calls).toHaveLength(1);
      const last = inSameHands ? first : startRun({ document: chain, catalogue, events: first.events });
      last.runner.resume();
      expect(await (inSameHands ? running : last.runner.run())).toEqual({ ended: true });
      expect(last.runner.state).toMatchObject({ status: 'completed', hold: undefined });
      expect(calls).toHaveLength(2);
    }
  });

  test('starts nothing when it was paused before its start', async () => {
    const { catalogue, calls } = probes();
    const run = startRun({ document: chain, catalogue, parkAfterMs: 0 });
    run.runner.pause();
    expect(await run.runner.run()).toEqual({ ended: false, wakeAt: undefined });
    expect(story(run.events)).toEqual(['run_created', 'run_paused']);
    expect(run.runner.state.status).toBe('pending');

    const next = startRun({ document: chain, catalogue, events: run.events });
    next.runner.resume();
    expect(await next.runner.run()).toEqual({ ended: true });
    expect(story(next.events).slice(2, 4)).toEqual(['run_resumed', 'run_started']);
    expect(calls).toHaveLength(2);
  });

  test('retries and timers that are due wait until it is resumed', async () => {
    const { catalogue, calls } = probes(({ ctx }) => {
      if (ctx.step.attempt === 1) throw new ActionError('timeout', 'Slow.');
      return null;
    });
    const run = startRun({
      document: {
        steps: [
          read('a', { retry: { max_attempts: 2 } }),
          { id: 'rest', action: 'wait', params: { duration: 10 } },
        ],
      },
      catalogue,
    });
    const running = run.runner.run();
    await settled();
    run.runner.pause();
    run.clock.advance(60_000);
    await settled();
    expect([status(run, 'a'), status(run, 'rest')]).toEqual(['retrying', 'waiting']);
    expect(calls).toHaveLength(1);
    run.runner.resume();
    await running;
    expect([status(run, 'a'), status(run, 'rest')]).toEqual(['completed', 'completed']);
  });

  test('plans no iteration and starts no handler', async () => {
    const open = gate();
    const { catalogue, calls } = probes(({ input }) => open.promise.then(() => input));
    const run = startRun({
      document: {
        steps: [
          { id: 'each', action: 'loop', params: { items: '[1, 2]', action: 'read' } },
          read('after', { condition: "steps.each.status == 'completed'" }),
        ],
      },
      catalogue,
    });
    const running = run.runner.run();
    await settled();
    run.runner.pause();
    open.open();
    await settled();
    expect(calls).toHaveLength(1);
    run.runner.resume();
    await running;
    expect(calls).toHaveLength(3);
    expect(run.runner.state.status).toBe('completed');
  });

  test('can be cancelled, also before its start', async () => {
    const begun = startRun({ document: chain, catalogue: probes(() => gate().promise as never).catalogue });
    const running = begun.runner.run();
    await settled();
    begun.runner.pause();
    await settled();
    begun.runner.cancel();
    expect(await running).toEqual({ ended: true });
    expect(begun.runner.state).toMatchObject({ status: 'cancelled', hold: undefined });

    const fresh = startRun({ document: chain, catalogue: probes().catalogue });
    fresh.runner.pause();
    fresh.runner.cancel();
    expect(await fresh.runner.run()).toEqual({ ended: true });
    expect(fresh.runner.state.status).toBe('cancelled');
  });

  test('ends when its effects in flight end and nothing is left to start', async () => {
    const open = gate();
    const { catalogue } = probes(() => open.promise.then(() => null));
    const run = startRun({ document: { steps: [read('a')] }, catalogue });
    const running = run.runner.run();
    await settled();
    run.runner.pause();
    open.open();
    expect(await running).toEqual({ ended: true });
    expect(run.runner.state.status).toBe('completed');
  });

  test('does not count the pause in its time limit, but in the deadline of an attempt in flight', async () => {
    const { catalogue } = probes(
      ({ ctx }) =>
        new Promise((_, reject) => {
          ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason));
        }),
    );
    const run = startRun({
      document: {
        steps: [
          read('a', { timeout_seconds: 30 }),
          { id: 'rest', action: 'wait', params: { duration: 9999 } },
        ],
        settings: { timeout_seconds: 100 },
      },
      catalogue,
    });
    const running = run.runner.run();
    await settled();
    run.clock.advance(20_000);
    run.runner.pause();
    await settled();
    run.clock.advance(500_000);
    await settled();
    expect(run.runner.state.steps.get('a')).toMatchObject({ status: 'failed', error: { kind: 'timeout' } });
    expect(run.runner.state.status).toBe('waiting');
    run.runner.resume();
    await settled();
    run.clock.advance(79_000);
    await settled();
    expect(run.runner.state.status).toBe('waiting');
    run.clock.advance(1000);
    await running;
    expect(run.runner.state).toMatchObject({ status: 'failed', finishedAt: '2026-01-01T00:10:00.000Z' });
  });

  test('does not count the pause in the time limits of waits', async () => {
    const { catalogue } = probes();
    const run = startRun({
      document: {
        steps: [
          { id: 'approval', action: 'wait_until', params: { condition: 'signals.go', timeout_seconds: 60 } },
          { id: 'rest', action: 'wait', params: { duration: 9999 }, timeout_seconds: 60 },
        ],
      },
      catalogue,
    });
    const running = run.runner.run();
    await settled();
    run.clock.advance(30_000);
    run.runner.pause();
    await settled();
    run.clock.advance(600_000);
    run.runner.resume();
    await settled();
    expect([status(run, 'approval'), status(run, 'rest')]).toEqual(['waiting', 'waiting']);
    run.clock.advance(29_000);
    await settled();
    expect([status(run, 'approval'), status(run, 'rest')]).toEqual(['waiting', 'waiting']);
    run.clock.advance(1000);
    await running;
    expect([status(run, 'approval'), status(run, 'rest')]).toEqual(['failed', 'failed']);
  });

  test('repeats an interrupted attempt only when it is resumed, but asks a person immediately', async () => {
    const document = { steps: [read('safe'), { id: 'unsafe', action: 'send' }] };
    const first = startRun({ document, catalogue: probes(() => gate().promise as never).catalogue });
    void first.runner.run();
    await settled();
    first.runner.pause();
    await settled();
    first.runner.abandon();

    const { catalogue, calls } = probes();
    const second = startRun({ document, catalogue, events: first.events, parkAfterMs: 0 });
    expect(await second.runner.run()).toEqual({ ended: false, wakeAt: undefined });
    expect(calls).toEqual([]);
    expect(second.runner.state.steps.get('unsafe')?.wait?.reason).toBe('unknown_effect');

    const third = startRun({ document, catalogue, events: second.events });
    third.runner.resume();
    const running = third.runner.run();
    third.runner.resolveInterrupted({ step: 'unsafe' }, 'happened');
    expect(await running).toEqual({ ended: true });
    expect(calls.map(({ action }) => action)).toEqual(['read']);
    expect(story(third.events).filter((line) => line.startsWith('attempt_interrupted'))).toHaveLength(2);
  });
});

test('repeats an interrupted attempt that needs a secret once the secret is fetched', async () => {
  const document = { steps: [read('a', { params: { input: '{{secrets.token}}' } })] };
  const secrets = { reveal: async () => ({ name: 'token', value: 's3cret-value', hosts: [] }) };
  const first = startRun({ document, catalogue: probes(() => gate().promise as never).catalogue, secrets });
  void first.runner.run();
  await settled();
  first.runner.abandon();
  const { catalogue, calls } = probes();
  const second = startRun({ document, catalogue, secrets, events: first.events });
  expect(await second.runner.run()).toEqual({ ended: true });
  expect(calls.map(({ ctx }) => ctx.step.attempt)).toEqual([2]);
  expect(second.runner.state.status).toBe('completed');
});

describe('a quarantined run', () => {
  const document = { steps: [read('a')] };

  test('starts nothing until a person resumes it', async () => {
    const { catalogue, calls } = probes();
    const first = startRun({ document, catalogue, parkAfterMs: 0 });
    first.runner.quarantine('Its worker stopped three times.');
    expect(await first.runner.run()).toEqual({ ended: false, wakeAt: undefined });
    expect(first.runner.state.hold).toMatchObject({
      reason: 'quarantined',
      detail: 'Its worker stopped three times.',
    });
    const again = startRun({ document, catalogue, events: first.events, parkAfterMs: 0 });
    again.runner.pause(1);
    expect(await again.runner.run()).toEqual({ ended: false, wakeAt: undefined });
    expect(calls).toEqual([]);
    const last = startRun({ document, catalogue, events: again.events });
    last.runner.resume(2);
    expect(await last.runner.run()).toEqual({ ended: true });
  });

  test('is not resumed by an earlier command', async () => {
    const { catalogue } = probes();
    const first = startRun({ document, catalogue, parkAfterMs: 0 });
    first.runner.resume(1);
    first.runner.quarantine('Its worker stopped three times.');
    await first.runner.run();
    const second = startRun({ document, catalogue, events: first.events, parkAfterMs: 0 });
    second.runner.resume(1);
    expect(await second.runner.run()).toEqual({ ended: false, wakeAt: undefined });
    expect(second.runner.state.hold?.reason).toBe('quarantined');
  });
});

describe('commands', () => {
  const document = { steps: [{ id: 'rest', action: 'wait', params: { duration: 60 } }] };

  test('are applied once and in order, also when they are passed again and to another runner', async () => {
    const give = ({ runner }: StartedRun) => {
      runner.pause(1);
      runner.sendSignal('x', 1, 2);
      runner.pause(3);
      runner.resume(4);
      runner.sendSignal('x', 2, 5);
      runner.resume(6);
    };
    const { catalogue } = probes();
    const first = startRun({ document, catalogue, parkAfterMs: 0 });
    give(first);
    give(first);
    await first.runner.run();
    const heard = ['run_paused', 'signal_received', 'run_resumed', 'signal_received'];
    expect(story(first.events).slice(1, 5)).toEqual(heard);
    expect(first.runner.lastAppliedCommand).toBe(6);

    for (let length = 1; length <= first.events.length; length += 1) {
      const before = first.events.slice(0, length);
      const next = startRun({ document, catalogue, events: before, parkAfterMs: 0 });
      give(next);
      await next.runner.run();
      const commands = story(next.events).filter((line) => heard.includes(line));
      expect(commands).toEqual(heard);
      expect(next.runner.state).toMatchObject({ hold: undefined, signals: { x: { value: 2 } } });
    }
  });
});

describe('a wait for a signal', () => {
  const document: PipelineDocument = {
    steps: [
      {
        id: 'approval',
        action: 'wait_until',
        params: {
          condition: 'signals.approved == true',
          poll_interval_seconds: 3600,
          timeout_seconds: 86_400,
        },
      },
      { id: 'rest', action: 'wait', params: { duration: 7200 } },
    ],
  };
  const at = (event: RunEvent | undefined) => event?.at;
  const completed = (events: readonly RunEvent[]) =>
    events.find((event) => event.type === 'step_completed' && event.step === 'approval');

  test('ends immediately when it arrives, without effect on other waits', async () => {
    const { catalogue } = probes();
    const run = startRun({ document, catalogue });
    void run.runner.run();
    await settled();
    run.clock.advance(10_000);
    run.runner.sendSignal('other', true, 1);
    run.runner.sendSignal('approved', true, 2);
    await settled();
    expect(at(completed(run.events))).toBe('2026-01-01T00:00:10.000Z');
    expect(story(run.events).filter((line) => line.startsWith('step_waiting'))).toHaveLength(2);
    run.runner.abandon();
  });

  test('ends immediately when the signal came before, or first had another value', async () => {
    const { catalogue } = probes();
    const early = startRun({ document, catalogue, parkAfterMs: 0 });
    early.runner.sendSignal('approved', true, 1);
    await early.runner.run();
    expect(completed(early.events)).toBeDefined();

    const late = startRun({ document, catalogue });
    void late.runner.run();
    await settled();
    late.runner.sendSignal('approved', false, 1);
    await settled();
    expect(completed(late.events)).toBeUndefined();
    late.runner.sendSignal('approved', true, 2);
    await settled();
    expect(completed(late.events)).toBeDefined();
    late.runner.abandon();
  });

  test('is checked immediately by a runner that takes over after any event', async () => {
    const { catalogue } = probes();
    const run = startRun({ document, catalogue });
    void run.runner.run();
    await settled();
    run.runner.sendSignal('approved', true, 1);
    await settled();
    run.runner.abandon();
    for (let length = 1; length <= run.events.length; length += 1) {
      const next = startRun({ document, catalogue, events: run.events.slice(0, length), parkAfterMs: 0 });
      next.runner.sendSignal('approved', true, 1);
      expect(await next.runner.run()).toMatchObject({ ended: false });
      expect(completed(next.events)).toBeDefined();
      expect(story(next.events).filter((line) => line === 'signal_received')).toHaveLength(1);
    }
  });

  test('does not end during a pause', async () => {
    const { catalogue } = probes();
    const run = startRun({ document, catalogue });
    void run.runner.run();
    await settled();
    run.runner.pause(1);
    run.runner.sendSignal('approved', true, 2);
    await settled();
    expect(completed(run.events)).toBeUndefined();
    run.runner.resume(3);
    await settled();
    expect(completed(run.events)).toBeDefined();
    run.runner.abandon();
  });

  test('parameters of an attempt use the signals of its start, also in another runner', async () => {
    const waits: PipelineDocument = {
      steps: [{ id: 'rest', action: 'wait', params: { duration: '{{default(signals.seconds, 60)}}' } }],
    };
    const { catalogue } = probes();
    const first = startRun({ document: waits, catalogue, parkAfterMs: 0 });
    await first.runner.run();
    const clock = memoryClock();
    const second = startRun({ document: waits, catalogue, events: first.events, clock });
    second.runner.sendSignal('seconds', 9999, 1);
    const running = second.runner.run();
    clock.advance(60_000);
    expect(await running).toEqual({ ended: true });
  });
});
