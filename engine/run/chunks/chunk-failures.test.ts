import { describe, expect, test } from 'vitest';
import { ActionError } from '../../errors';
import type { Json } from '../../json';
import type { PipelineDocument } from '../../pipeline/schema';
import type { ProbeCall } from '../../testing/probes';
import { each, keys, runInChunks } from '../../testing/run-in-chunks';

describe('a failure in a long loop', () => {
  const failAt =
    (...places: number[]) =>
    ({ input }: ProbeCall) => {
      if (places.some((place) => input === `item ${place}`))
        throw new ActionError('rejected', `No ${input}.`);
      return input;
    };

  test('fails the step as in a short loop, and begins nothing more', async () => {
    const perform = failAt(5, 6);
    const whole = await runInChunks({ steps: [each(9)] }, { perform, above: 100 });
    const chunked = await runInChunks({ steps: [each(9)] }, { perform });
    expect(chunked.state.error).toEqual(whole.state.error);
    expect(chunked.state.error?.message).toBe('Iteration 6 of 9 failed: No item 5.');
    expect(keys(chunked.calls)).toEqual(keys(whole.calls));
  });

  test('is collected when the loop continues after failures', async () => {
    const perform = failAt(0, 5, 8);
    const document = { steps: [each(9, { on_item_failure: 'continue' })] };
    const whole = await runInChunks(document, { perform, above: 100 });
    const chunked = await runInChunks(document, { perform });
    expect(chunked.state.steps.get('each')?.output).toEqual(whole.state.steps.get('each')?.output);
    expect(chunked.state.steps.get('each')?.chunks).toMatchObject({ completed: 6, failed: 3 });
  });

  test('cancels the concurrent chunks', async () => {
    const perform = (call: ProbeCall) =>
      call.input === 'item 2' ? failAt(2)(call) : new Promise<Json>(() => undefined);
    const document = { steps: [each(8, { parallel: true, max_parallel: 4 })] };
    const { state, chunks } = await runInChunks(document, { perform });
    expect(state.error?.message).toBe('Iteration 3 of 8 failed: No item 2.');
    const ends = [...chunks.journals.values()].map(({ events }) => events.at(-1)?.type);
    expect(ends.sort()).toEqual(['run_cancelled', 'run_cancelled', 'run_cancelled', 'run_failed']);
  });

  test('is retried by the iteration, with the same key', async () => {
    let failures = 0;
    const perform = ({ input }: ProbeCall) => {
      if (input === 'item 3' && failures < 2) {
        failures += 1;
        throw new ActionError('timeout', 'Slow.');
      }
      return input;
    };
    const { state, calls } = await runInChunks(
      { steps: [each(5, {}, { retry: { max_attempts: 3 } })] },
      { perform },
    );
    expect(state.status).toBe('completed');
    expect(keys(calls).filter((key) => key === 'run_1/each[3]')).toHaveLength(3);
  });

  test('by the fail action ends the pipeline', async () => {
    const document: PipelineDocument = {
      steps: [
        each(5, { action: 'fail', action_params: { message: 'Stop at {{item}}' } }),
        { id: 'long', action: 'wait', params: { duration: 1e6 } },
      ],
    };
    const whole = await runInChunks(document, { above: 100 });
    const chunked = await runInChunks(document);
    expect(chunked.state.error).toEqual(whole.state.error);
    expect(chunked.state.steps.get('long')?.status).toBe('cancelled');
  });
});

describe('a long loop that is ended from outside', () => {
  const endless = () => new Promise<Json>(() => undefined);

  test('cancellation cancels its chunks', async () => {
    const { state, chunks } = await runInChunks(
      { steps: [each(8, { parallel: true, max_parallel: 2 })] },
      {
        perform: endless,
        onEvent: (event, runner) => {
          if (event.type === 'chunks_planned') setTimeout(() => runner.cancel(), 1);
        },
      },
    );
    expect(state.status).toBe('cancelled');
    await new Promise((resolve) => setImmediate(resolve));
    const ends = [...chunks.journals.values()].map(({ events }) => events.at(-1)?.type);
    expect(ends).toEqual(['run_cancelled', 'run_cancelled']);
  });

  test('its own time limit and that of the run fail it', async () => {
    const step = await runInChunks({ steps: [each(8, {}, { timeout_seconds: 100 })] }, { perform: endless });
    expect(step.state.error).toMatchObject({ kind: 'timeout' });
    const whole = await runInChunks(
      { steps: [each(8)], settings: { timeout_seconds: 100 } },
      { perform: endless },
    );
    expect(whole.state.error).toMatchObject({
      kind: 'timeout',
      message: 'The run exceeded its timeout of 100 s.',
    });
  });
});
