'use client';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { removeNotes, updateNote } from '../model/edits';
import { EMPTY_SELECTION } from '../model/selection';
import { useEditor, useEditorStore } from '../use-editor';
import styles from './inspector.module.css';

export interface NoteInspectorProps {
  id: string;
}

/** The text of a note on the canvas. */
export function NoteInspector({ id }: NoteInspectorProps) {
  const store = useEditorStore();
  const note = useEditor((state) => state.document.layout?.notes?.find((one) => one.id === id));
  if (note === undefined) return null;
  return (
    <div className={styles.body}>
      <h2 className={styles.heading}>Note</h2>
      <Field label="Text" hint="Markdown: **bold**, *italic*, `code`, lists and [links](https://…).">
        {(control) => (
          <Textarea
            id={control.id}
            aria-describedby={control['aria-describedby']}
            rows={10}
            value={note.text}
            onChange={(event) =>
              store.edit('Edit note', (document) => updateNote(document, id, { text: event.target.value }), {
                coalesce: `note.${id}`,
              })
            }
          />
        )}
      </Field>
      <div className={styles.actions}>
        <Button
          size="sm"
          onClick={() =>
            store.edit('Delete note', (document) => removeNotes(document, [id]), { select: EMPTY_SELECTION })
          }
        >
          Delete note
        </Button>
      </div>
    </div>
  );
}
