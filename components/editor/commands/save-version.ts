import { patch } from '@/components/ui/observable';
import type { Command } from './command';

/** Asks for a name and makes a version of the draft. */
export const saveVersion: Command = {
  id: 'save-version',
  label: 'Save version',
  group: 'pipeline',
  icon: 'history',
  shortcuts: ['Mod+S'],
  scope: 'page',
  edits: true,
  run: ({ session }) => patch(session.interaction, { dialog: 'version' }),
};
