import { patch } from '@/components/ui/observable';
import { placeText } from '@/engine';
import type { Command } from './command';

/** Shows where the output of the selected step comes from, and what reads it. */
export const showLineage: Command = {
  id: 'show-lineage',
  label: 'Show lineage',
  group: 'view',
  icon: 'lineage',
  shortcuts: ['W'],
  scope: 'canvas',
  enabled: ({ session }) => session.store.getState().selection.steps.length === 1,
  run({ session }) {
    const [step] = session.store.getState().selection.steps;
    if (step !== undefined)
      patch(session.interaction, { traced: placeText({ of: 'output', step, path: [] }) });
  },
};
