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
    leaveField();
    startRun();
  },
};

/** A field completes its text when it loses the focus. Without a page there is none. */
function leaveField(): void {
  const focused = typeof document === 'undefined' ? null : document.activeElement;
  if (focused?.closest('[data-field]') && 'blur' in focused && typeof focused.blur === 'function')
    focused.blur();
}
