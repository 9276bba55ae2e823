import { describe, expect, test } from 'vitest';
import { ActionError } from '../../errors';
import { each, type InChunks, runInChunks } from '../../testing/run-in-chunks';
import { type Breakpoint, breakpointSchema } from '../debug/breakpoint';
import type { Runner } from '../runner';
import type { RunEvent } from '../state/events';

const point = (at: Breakpoint['at'], more: Partial<Breakpoint> = {}): Breakpoint =>
  breakpointSchema.parse({ id: 'b1', at, ...more });

/** Runs a loop in chunks above 3 items, and continues at every pause. @returns where it paused */
async function pausesIn(count: number, debug: InChunks['debug'], more: InChunks = {}) {
  const pauses: string[] = [];
  const onEvent = (event: RunEvent, runner: Runner) => {
    if (event.type !== 'step_paused') return;
    const { step, iteration = [], seq } = event;
    pauses.push([step, ...iteration].join('/'));
    runner.answerPause({ step, iteration }, seq, { do: 'continue' });
  };
  const ran = await runInChunks({ steps: [each(count)] }, { ...more, ...(debug && { debug }), onEvent });
  return { pauses, chunks: ran.chunks.journals.size, state: ran.state };
}

describe('a loop of a debugged run that would be executed in chunks', () => {
  test('pauses at its iterations, executed by the run itself', async () => {
    const breakpoints = [point({ step: 'each', iterations: true }, { condition: 'index == 4' })];
    const { pauses, chunks, state } = await pausesIn(7, { breakpoints, pause_on_failure: false });
    expect({ pauses, chunks }).toEqual({ pauses: ['each/4'], chunks: 0 });
    expect(state.status).toBe('completed');
  });

  test('pauses at the iteration that failed', async () => {
    const perform: InChunks['perform'] = ({ input }) => {
      if (input === 'item 5') throw new ActionError('rejected', 'No item 5.');
      return input;
    };
    const { pauses, chunks } = await pausesIn(7, { breakpoints: [], pause_on_failure: true }, { perform });
    expect({ pauses, chunks }).toEqual({ pauses: ['each/5'], chunks: 0 });
  });

  test('pauses at every iteration of a run that continues step by step', async () => {
    const pauses: string[] = [];
    const { chunks } = await runInChunks(
      { steps: [each(5)] },
      {
        debug: { breakpoints: [point({ step: 'each' })], pause_on_failure: false },
        onEvent(event, runner) {
          if (event.type !== 'step_paused') return;
          const { step, iteration = [], seq } = event;
          pauses.push([step, ...iteration].join('/'));
          const isFirst = iteration.length === 0 || iteration[0] === 0;
          runner.answerPause({ step, iteration }, seq, { do: isFirst ? 'step' : 'continue' });
        },
      },
    );
    expect({ pauses, chunks: chunks.journals.size }).toEqual({
      pauses: ['each', 'each/0', 'each/1'],
      chunks: 0,
    });
  });

  test.each([
    ['a breakpoint at another place', [point({ step: 'each' })], 7, ['each']],
    ['a breakpoint that is off', [point({ step: 'each', iterations: true }, { enabled: false })], 7, []],
    ['more iterations than one run executes', [point({ step: 'each', iterations: true })], 12, []],
  ])('stays in chunks with %s', async (_, breakpoints, count, expected) => {
    const { pauses, chunks } = await pausesIn(count, { breakpoints, pause_on_failure: false });
    expect(pauses).toEqual(expected);
    expect(chunks).toBeGreaterThan(0);
  });
});
