import type { Command } from './command';

/** Prepares a re-run of the shown run. */
export const rerun: Command = {
  id: 'rerun',
  label: 'Re-run the shown run',
  group: 'pipeline',
  icon: 'retrying',
  shortcuts: ['R'],
  scope: 'canvas',
  withoutFocus: true,
  enabled: ({ rerun: open }) => open !== undefined,
  run: ({ rerun: open }) => open?.(),
};

/** Prepares a re-run of what failed in the shown run. */
export const rerunFailed: Command = {
  id: 'rerun-failed',
  label: 'Re-run from the first failure',
  group: 'pipeline',
  icon: 'retrying',
  shortcuts: ['Shift+R'],
  scope: 'canvas',
  withoutFocus: true,
  enabled: ({ rerun: open }) => open !== undefined,
  run: ({ rerun: open }) => open?.('from_failed'),
};
