import { announce, type Command } from './command';

export const undo: Command = {
  id: 'undo',
  label: 'Undo',
  group: 'edit',
  icon: 'undo',
  shortcuts: ['Mod+Z'],
  scope: 'editor',
  edits: true,
  enabled: ({ session }) => session.store.getState().undo.length > 0,
  run({ session }) {
    const label = session.store.getState().undo.at(-1)?.label;
    session.store.undo();
    announce(session, `Undid: ${label ?? 'edit'}.`);
  },
};

export const redo: Command = {
  id: 'redo',
  label: 'Redo',
  group: 'edit',
  icon: 'redo',
  shortcuts: ['Mod+Shift+Z', 'Mod+Y'],
  scope: 'editor',
  edits: true,
  enabled: ({ session }) => session.store.getState().redo.length > 0,
  run({ session }) {
    const label = session.store.getState().redo.at(-1)?.label;
    session.store.redo();
    announce(session, `Redid: ${label ?? 'edit'}.`);
  },
};
