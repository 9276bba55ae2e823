import { patch } from '@/components/ui/observable';
import type { EditorSession } from '../session';
import { announce, type Command } from './command';

/** Begins the tour of the editor. */
export const startTour: Command = {
  id: 'tour',
  label: 'Take the tour',
  group: 'view',
  icon: 'book',
  shortcuts: [],
  scope: 'canvas',
  enabled: ({ session, lens }) => !lens && session.view.get() !== undefined,
  run: ({ session }) => patch(session.interaction, { tour: 0 }),
};

/** Ends the tour. Returns false when there is none. */
export function endTour(session: EditorSession): boolean {
  if (session.interaction.get().tour === undefined) return false;
  patch(session.interaction, { tour: undefined });
  announce(session, 'The tour has ended. The command bar starts it again.');
  session.view.get()?.focus();
  return true;
}
