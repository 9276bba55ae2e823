import { toggleDisabled } from '../model/edits';
import type { Command } from './command';

/** Disables the selected steps, or enables them again. */
export const disable: Command = {
  id: 'disable',
  label: 'Disable or enable',
  group: 'edit',
  icon: 'skipped',
  shortcuts: ['D'],
  scope: 'canvas',
  edits: true,
  enabled: ({ session }) => session.store.getState().selection.steps.length > 0,
  run({ session }) {
    const { steps } = session.store.getState().selection;
    session.store.edit(
      steps.length === 1 ? `Disable ${steps[0]}` : `Disable ${steps.length} steps`,
      (document) => toggleDisabled(document, steps),
    );
  },
};
