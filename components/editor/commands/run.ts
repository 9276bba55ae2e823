import type { Command } from './command';

/** Saves unsaved edits and runs the pipeline. */
export const run: Command = {
  id: 'run',
  label: 'Run',
  group: 'pipeline',
  icon: 'play',
  shortcuts: ['Mod+Enter'],
  scope: 'page',
  run: ({ startRun }) => startRun(),
};
