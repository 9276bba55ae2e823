import type { Command } from './command';

/** Saves unsaved edits and runs the pipeline. */
export const run: Command = {
  id: 'run',
  label: 'Run',
  group: 'pipeline',
  icon: 'play',
  shortcuts: ['Mod+Enter'],
  scope: 'page',
  run({ startRun }) {
    // A field completes its text when it loses the focus.
    if (document.activeElement instanceof HTMLElement && document.activeElement.closest('[data-field]'))
      document.activeElement.blur();
    startRun();
  },
};
