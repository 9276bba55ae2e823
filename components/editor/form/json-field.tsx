'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Json } from '@/engine';
import { useEditorStore } from '../use-editor';
import { keepDraft, readDraft, type TextDraft } from './drafts';
import { JsonEditor } from './json-editor';
import styles from './json-field.module.css';
import { describeJsonError, parseJsonText } from './json-text';

export interface JsonFieldProps {
  id: string;
  label: string;
  /** Names the draft of this field: `${stepId}.params.body`. */
  draftKey: string;
  value: Json | undefined;
  onChange: (value: Json) => void;
  /** Takes text that is a template: two braces begin no JSON. */
  onTemplate?: (text: string) => void;
  /** Why a value that is JSON still cannot stand here. */
  accepts?: (value: Json) => string | undefined;
  invalid?: boolean;
  describedBy?: string;
  /** Lines shown at least. @default 3 */
  minLines?: number;
}

/** A JSON value as text. What does not parse yet is kept with its error and never replaces the value. */
export function JsonField(props: JsonFieldProps) {
  const { id, label, draftKey, value, onChange, onTemplate, accepts, minLines = 3 } = props;
  const store = useEditorStore();
  const written = useMemo(() => (value === undefined ? '' : JSON.stringify(value, null, 2)), [value]);
  const [draft, setDraft] = useState<TextDraft | undefined>(() => readDraft(store, draftKey));
  // The last text typed here that gave the present value: it may be spaced differently.
  const typed = useRef<{ text: string; value: string }>(undefined);
  const same = typed.current?.value === written ? typed.current.text : written;
  const text = draft?.text ?? same;
  const problem = draft === undefined ? undefined : problemOf(draft.text, accepts);

  const hold = (next: TextDraft | undefined) => {
    keepDraft(store, draftKey, next);
    setDraft(next);
  };
  // The field may be shown for another step without being made anew.
  useEffect(() => setDraft(readDraft(store, draftKey)), [store, draftKey]);

  const write = (next: string) => {
    if (onTemplate !== undefined && /^\s*\{\{/.test(next)) {
      hold(undefined);
      onTemplate(next.trimStart());
      return;
    }
    const parsed = parseJsonText(next);
    const refused = problemOf(next, accepts);
    if (!parsed.ok || refused !== undefined) {
      hold({ text: next, base: draft?.base ?? written });
      return;
    }
    typed.current = { text: next, value: JSON.stringify(parsed.value, null, 2) };
    hold(undefined);
    onChange(parsed.value);
  };

  const errorId = `${id}-draft`;
  const describedBy =
    [problem === undefined ? '' : errorId, props.describedBy ?? ''].filter(Boolean).join(' ') || undefined;
  return (
    <div>
      <JsonEditor
        id={id}
        label={label}
        value={text}
        onChange={write}
        error={problem?.place}
        invalid={props.invalid === true || problem !== undefined}
        describedBy={describedBy}
        minLines={minLines}
        hasDraft={draft !== undefined}
      />
      {problem !== undefined && draft !== undefined && (
        <div className={styles.draft} id={errorId} role="status">
          <p className={styles.error}>
            <Icon name="err" size={14} />
            <span>{problem.message}</span>
          </p>
          <p className={styles.note}>
            {draft.base === written
              ? 'Not applied. The previous value is kept.'
              : 'Not applied. The value was changed elsewhere in the meantime.'}{' '}
            <Button size="sm" variant="quiet" onClick={() => hold(undefined)}>
              Discard text
            </Button>
          </p>
        </div>
      )}
    </div>
  );
}

function problemOf(text: string, accepts: JsonFieldProps['accepts']) {
  const parsed = parseJsonText(text);
  if (!parsed.ok)
    return {
      message: describeJsonError(parsed.error),
      place: { offset: parsed.error.offset, message: parsed.error.message },
    };
  const refused = accepts?.(parsed.value);
  return refused === undefined ? undefined : { message: refused, place: undefined };
}
