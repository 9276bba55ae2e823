import { describe, expect, test } from 'vitest';
import type { Json } from '../../json';
import { memoryClock } from '../../testing/fakes';
import { gate, probes, settled } from '../../testing/probes';
import { startRun, story } from '../../testing/start-run';
import { unitKey } from '../state/unit';
import type { AttemptOutcome, EffectExecutor } from './effect-executor';

const CALL = { id: 'call', action: 'send', params: { input: 1 } };
const document = { name: 'Kept elsewhere', steps: [CALL] };

/** Records its calls; the test provides the outcomes. */
function recordingExecutor(outcomes: readonly Promise<AttemptOutcome>[], known: readonly string[] = []) {
  const executed: { readonly attempt: string; readonly run: () => Promise<AttemptOutcome> }[] = [];
  const rest = [...outcomes];
  const next = () => rest.shift() ?? Promise.reject(new Error('The test has no such outcome.'));
  const executor: EffectExecutor = {
    execute(attempt, run) {
      executed.push({ attempt: `${unitKey(attempt)}#${attempt.attempt}`, run });
      return next();
    },
    resume: (attempt) => (known.includes(`${unitKey(attempt)}#${attempt.attempt}`) ? next() : undefined),
  };
  return { performer: executor, performed: executed };
}

describe('a driver that stores outcomes itself', () => {
  test('is called once the start of an attempt is durable, and decides its outcome', async () => {
    const outcome = gate<AttemptOutcome>();
    const { performer: executor, performed: executed } = recordingExecutor([outcome.promise]);
    const { catalogue, calls } = probes();
    const { runner, events } = startRun({ document, catalogue, executor });
    const running = runner.run();
    await settled();
    expect(executed.map(({ attempt }) => attempt)).toEqual(['call#1']);
    expect(story(events).at(-1)).toBe('step_started call #1');
    expect(calls).toHaveLength(0);
    expect(await executed[0]?.run()).toEqual({ output: 1 });
    expect(calls).toHaveLength(1);
    outcome.open({ output: 2 });
    await running;
    expect(runner.state.steps.get('call')?.attempts.at(-1)?.output).toEqual({ value: 2 });
  });

  test('returns the outcome of an attempt that an earlier runner began', async () => {
    const started = await journalUpToCall();
    const { performer: executor, performed: executed } = recordingExecutor(
      [Promise.resolve({ output: 'late' })],
      ['call#1'],
    );
    const { catalogue } = probes();
    const { runner, events } = startRun({ document, catalogue, executor, events: started });
    await runner.run();
    expect(executed).toEqual([]);
    expect(story(events).slice(started.length)).toEqual(['step_completed call #1', 'run_completed']);
  });

  test.each([
    [
      'read',
      ['attempt_interrupted call #1', 'step_started call #2', 'step_completed call #2', 'run_completed'],
    ],
    ['send', ['attempt_interrupted call #1', 'step_waiting call #1']],
  ])('reports an interruption of %s as after the death of a process', async (action, expected) => {
    const steps = [{ ...CALL, action }];
    const lost = Promise.resolve<AttemptOutcome>({ interrupted: true });
    const { performer: executor } = recordingExecutor([lost, Promise.resolve({ output: null })]);
    const { catalogue } = probes();
    const { runner, events } = startRun({
      document: { ...document, steps },
      catalogue,
      executor,
      parkAfterMs: 0,
    });
    await runner.run();
    expect(story(events).slice(3)).toEqual(expected);
  });

  test('gets outcomes and failures with secrets masked', async () => {
    const secret = { name: 'key', value: 'opensesame', hosts: [] };
    const secrets = { reveal: async () => secret };
    const outcomes: AttemptOutcome[] = [];
    const executor: EffectExecutor = {
      execute: async (_, run) => {
        outcomes.push(await run());
        return { output: null };
      },
      resume: () => undefined,
    };
    const echo = ({ input }: { input: Json }) => {
      if (JSON.stringify(input).includes('fail')) throw new Error(`refused: ${JSON.stringify(input)}`);
      return input;
    };
    const steps = [
      { id: 'echo', action: 'send', params: { input: 'use {{ secrets.key }}' } },
      { id: 'fail', action: 'send', params: { input: 'fail {{ secrets.key }}' } },
    ];
    const { catalogue } = probes(echo);
    const { runner } = startRun({ document: { ...document, steps }, catalogue, executor, secrets });
    await runner.run();
    expect(JSON.stringify(outcomes)).toContain('use ');
    expect(JSON.stringify(outcomes)).toContain('refused: ');
    expect(JSON.stringify(outcomes)).not.toContain('opensesame');
  });

  test('does not begin an attempt that was cancelled, and records only its cancellation', async () => {
    const { performer: executor, performed: executed } = recordingExecutor([new Promise(() => undefined)]);
    const { catalogue, calls } = probes();
    const { runner } = startRun({ document, catalogue, executor });
    const running = runner.run();
    await settled();
    runner.cancel();
    await running;
    expect(await executed[0]?.run()).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(calls).toHaveLength(0);
  });
});

describe('an idle runner', () => {
  test('reports when only attempts and timers are left, again after each requested turn', async () => {
    const clock = memoryClock();
    const rests: (number | undefined)[] = [];
    const { performer: executor } = recordingExecutor([new Promise(() => undefined)]);
    const { catalogue } = probes();
    const steps = [CALL, { id: 'pause', action: 'wait', params: { duration: 60 } }];
    const { runner } = startRun({
      document: { ...document, steps },
      catalogue,
      clock,
      executor,
      onIdle: (next) => rests.push(next),
    });
    const running = runner.run();
    await settled();
    const due = clock.now().getTime() + 60_000;
    expect(rests).toEqual([due]);
    runner.requestTurn();
    await settled();
    expect(rests).toEqual([due, due]);
    runner.abandon();
    await running;
  });
});

/** The journal of a runner that died while the call was in flight. */
async function journalUpToCall() {
  const { performer: executor } = recordingExecutor([new Promise(() => undefined)]);
  const { runner, events } = startRun({ document, catalogue: probes().catalogue, executor });
  const running = runner.run();
  await settled();
  runner.abandon();
  await running;
  return [...events];
}
