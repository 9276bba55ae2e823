import { expect, test, vi } from 'vitest';
import { catalogue } from '@/engine/actions';
import { selectSteps } from '../model/selection';
import { createSession } from '../session';
import { type CommandContext, isEnabled } from './command';
import { tryFrom, tryOnly, tryUpTo } from './try';

test('one selected step of a draft can be run alone, up to here and from here', () => {
  const session = createSession({
    document: { steps: [{ id: 'a', action: 'log', params: { message: 'a' } }] },
    descriptors: catalogue.descriptors,
    pipelineId: 'p',
  });
  const nothing = () => {};
  const tryStep = vi.fn();
  const context: CommandContext = {
    ...{ session, lens: false, notify: nothing, startRun: nothing, exitLens: nothing, tryStep },
  };
  expect(isEnabled(tryOnly, context)).toBe(false);
  session.store.select(selectSteps('a'));
  expect(isEnabled(tryOnly, { ...context, lens: true })).toBe(false);
  expect(isEnabled(tryOnly, { ...context, tryStep: undefined })).toBe(false);
  for (const command of [tryOnly, tryUpTo, tryFrom]) {
    expect(isEnabled(command, context)).toBe(true);
    command.run(context);
  }
  expect(tryStep.mock.calls).toEqual([
    ['a', 'only'],
    ['a', 'up_to'],
    ['a', 'from'],
  ]);
});
