import { patch } from '@/components/ui/observable';
import { addNote as add, newNoteId } from '../model/edits';
import { EMPTY_SELECTION } from '../model/selection';
import type { Command } from './command';
import { freePlace } from './place';

/** Adds an empty note in the visible area and opens it. */
export const addNote: Command = {
  id: 'add-note',
  label: 'Add note',
  group: 'add',
  icon: 'pencil',
  shortcuts: ['N'],
  scope: 'canvas',
  edits: true,
  run({ session }) {
    const id = newNoteId(session.store.getState().document);
    const center = session.view.get()?.center() ?? { x: 0, y: 0 };
    const place = freePlace(session, { x: center.x - 132, y: center.y - 30 });
    patch(session.interaction, { newNote: id });
    session.store.edit('Add note', (document) => add(document, { id, text: '', ...place }), {
      select: { ...EMPTY_SELECTION, notes: [id] },
    });
  },
};
