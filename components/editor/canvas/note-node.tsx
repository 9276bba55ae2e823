import { memo, useEffect, useRef, useState } from 'react';
import type { NodeProps } from 'reactflow';
import { clsx } from '@/components/ui/clsx';
import { patch } from '@/components/ui/observable';
import { updateNote } from '../model/edits';
import { useEditor, useObservable, useSession } from '../use-editor';
import type { NoteFlowNode } from './flow-types';
import styles from './note-node.module.css';
import { NoteText } from './note-text';

/** A note on the canvas. Double-click or Enter edits it. */
export const NoteNode = memo(
  function NoteNode({ data, selected, width }: NodeProps<NoteFlowNode>) {
    const session = useSession();
    const detail = useObservable(session.zoom, (value) => value);
    const note = useEditor((state) => state.document.layout?.notes?.find(({ id }) => id === data.noteId));
    // Only a note that a person adds opens: one that comes back with redo leaves the focus where it is.
    const [editing, setEditing] = useState(() => session.interaction.get().newNote === data.noteId);
    const area = useRef<HTMLTextAreaElement>(null);
    // Focus of the page: typing continues in the opened field.
    useEffect(() => {
      if (!editing) return;
      area.current?.focus();
      patch(session.interaction, { newNote: undefined });
    }, [editing, session]);
    if (note === undefined) return null;
    const finish = (text: string | undefined) => {
      setEditing(false);
      if (text === undefined || text === note.text) return;
      session.store.edit('Edit note', (document) => updateNote(document, note.id, { text }));
    };
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls; this group is a note that takes focus.
      <div
        className={clsx(styles.note, selected && styles.selected, detail === 'tile' && styles.plain)}
        style={{ width }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: notes are reached by Tab as cards are.
        tabIndex={0}
        role="group"
        aria-roledescription="note"
        aria-label={`Note: ${note.text || 'empty'}`}
        onDoubleClick={() => !session.readOnly && setEditing(true)}
        onKeyDown={(event) => {
          if (editing || session.readOnly || event.key !== 'Enter') return;
          // Enter on a link opens it.
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          event.stopPropagation();
          setEditing(true);
        }}
      >
        {editing ? (
          <textarea
            ref={area}
            className={clsx(styles.area, 'nodrag nopan nowheel')}
            aria-label="Note text"
            defaultValue={note.text}
            placeholder="Write a note"
            onBlur={(event) => finish(event.target.value)}
            onKeyDown={(event) => {
              event.stopPropagation();
              if (event.key === 'Escape') finish(undefined);
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
                finish(event.currentTarget.value);
            }}
          />
        ) : (
          detail !== 'tile' && <NoteText text={note.text} />
        )}
      </div>
    );
  },
  (a, b) => a.data === b.data && a.selected === b.selected && a.width === b.width,
);
