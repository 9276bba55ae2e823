import { describe, expect, test } from 'vitest';
import type { PipelineDocument } from '../pipeline/schema';
import { gate, probes, settled } from '../testing/probes';
import { startRun, story } from '../testing/start-run';

const chain: PipelineDocument = {
  steps: [
    { id: 'a', action: 'read' },
    { id: 'b', action: 'read', depends_on: ['a'] },
  ],
};

describe('a suspended runner', () => {
  test('lets effects in flight end, records them, starts nothing more, and returns with leave', async () => {
    const open = gate();
    const { catalogue, calls } = probes(() => open.promise.then(() => null));
    const first = startRun({ document: chain, catalogue });
    const running = first.runner.run();
    await settled();
    first.runner.suspend('leave');
    open.open();
    expect(await running).toEqual({ ended: false, wakeAt: undefined });
    expect(story(first.events).slice(1)).toEqual(['run_started', 'step_started a #1', 'step_completed a #1']);

    const second = startRun({ document: chain, catalogue, events: first.events });
    expect(await second.runner.run()).toEqual({ ended: true });
    expect(calls).toHaveLength(2);
  });

  test('continues when it is unsuspended', async () => {
    const open = gate();
    const { catalogue, calls } = probes(() => open.promise.then(() => null));
    const { runner } = startRun({ document: chain, catalogue, parkAfterMs: 0 });
    const running = runner.run();
    await settled();
    runner.suspend('stay');
    open.open();
    await settled();
    expect(calls).toHaveLength(1);
    runner.unsuspend();
    expect(await running).toEqual({ ended: true });
    expect(calls).toHaveLength(2);
  });

  test('does not handle a timer that is due', async () => {
    const { catalogue, calls } = probes();
    const document = {
      steps: [
        { id: 'rest', action: 'wait', params: { duration: 10 } },
        { id: 'b', action: 'read', depends_on: ['rest'] },
      ],
    };
    const { runner, clock } = startRun({ document, catalogue });
    const running = runner.run();
    await settled();
    runner.suspend('stay');
    clock.advance(20_000);
    await settled();
    expect(calls).toHaveLength(0);
    runner.unsuspend();
    expect(await running).toEqual({ ended: true });
  });
});
