import { expect, test, vi } from 'vitest';
import { catalogue } from '@/engine/actions';
import { createSession } from '../session';
import { type CommandContext, isEnabled } from './command';
import { rerun, rerunFailed } from './rerun';

function context(more: Partial<CommandContext> = {}): CommandContext {
  const session = createSession({
    document: { steps: [] },
    descriptors: catalogue.descriptors,
    pipelineId: 'p',
  });
  const nothing = () => {};
  return { session, lens: true, notify: nothing, startRun: nothing, exitLens: nothing, ...more };
}

test('a re-run is prepared while a run is shown, with what failed if asked for', () => {
  const open = vi.fn();
  expect(isEnabled(rerun, context())).toBe(false);
  const shown = context({ rerun: open });
  expect(isEnabled(rerun, shown)).toBe(true);
  rerun.run(shown);
  rerunFailed.run(shown);
  expect(open.mock.calls).toEqual([[], ['from_failed']]);
});
