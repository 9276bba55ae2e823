import type { Command, CommandContext } from './command';

/** Whether one step is selected in a draft that a server can run. */
function isReady({ session, lens, tryStep }: CommandContext): boolean {
  return tryStep !== undefined && !lens && session.store.getState().selection.steps.length === 1;
}

/** Runs the selected step alone, with values of a run. */
export const tryOnly: Command = {
  id: 'try-step',
  label: 'Run this step',
  group: 'pipeline',
  icon: 'play',
  shortcuts: ['Shift+Enter'],
  scope: 'canvas',
  enabled: isReady,
  run: (context) => begin(context, 'only'),
};

/** Runs the steps that lead to the selected one, and that step. */
export const tryUpTo: Command = {
  id: 'try-up-to',
  label: 'Run up to here',
  group: 'pipeline',
  shortcuts: ['Alt+Enter'],
  scope: 'canvas',
  enabled: isReady,
  run: (context) => begin(context, 'up_to'),
};

/** Runs the selected step and the steps after it, with values of a run. */
export const tryFrom: Command = {
  id: 'try-from',
  label: 'Run from here',
  group: 'pipeline',
  shortcuts: [],
  scope: 'canvas',
  enabled: isReady,
  run: (context) => begin(context, 'from'),
};

function begin({ session, tryStep }: CommandContext, scope: 'only' | 'up_to' | 'from'): void {
  const step = session.store.getState().selection.steps.at(-1);
  if (step !== undefined) tryStep?.(step, scope);
}
