'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { describeJsonError, parseJsonText } from '@/components/pipeline-text/json-text';
import { Button } from '@/components/ui/button';
import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { lazyPart } from '@/components/ui/use-lazy';
import type { Json } from '@/engine';
import type { CodeMirrorJsonProps } from '../code/code-mirror-json';
import { useLazyText } from '../code/use-lazy-text';
import { useLeave } from '../expression-input/use-leave';
import type { EditorStore } from '../model/store';
import { useEditorStore } from '../use-editor';
import jsonEditorStyles from './json-editor.module.css';
import styles from './json-field.module.css';

export interface JsonFieldProps {
  id: string;
  label: string;
  /** Names the draft of this field: `${stepId}.params.body`. */
  draftKey: string;
  value: Json | undefined;
  onChange: (value: Json) => void;
  /** Called with text that is a template, which is never JSON. */
  onTemplate?: (text: string) => void;
  /** Why valid JSON is not allowed here. */
  accepts?: (value: Json) => string | undefined;
  invalid?: boolean;
  describedBy?: string;
  /**
   * Minimum number of lines.
   * @default 3
   */
  minLines?: number;
}

/** A JSON value as text. Invalid text is kept with its error and does not replace the value. */
export function JsonField(props: JsonFieldProps) {
  const { id, label, draftKey, value, onChange, onTemplate, accepts, minLines = 3 } = props;
  const store = useEditorStore();
  const written = useMemo(() => (value === undefined ? '' : JSON.stringify(value, null, 2)), [value]);
  const [draft, setDraft] = useState<TextDraft | undefined>(() => readDraft(store, draftKey));
  // The last typed text of the current value, which may be formatted differently.
  const typed = useRef<{ text: string; value: string }>(undefined);
  const same = typed.current?.value === written ? typed.current.text : written;
  const text = draft?.text ?? same;
  const problem = draft === undefined ? undefined : problemOf(draft.text, accepts);

  const hold = (next: TextDraft | undefined) => {
    keepDraft(store, draftKey, next);
    setDraft(next);
  };
  // The field may be reused for another step.
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

/** Invalid text, and the text of the document on which it is based. */
interface TextDraft {
  readonly text: string;
  readonly base: string;
}

const drafts = new WeakMap<EditorStore, Map<string, TextDraft>>();

/** The draft of a field, kept while the editor is open, across selections. */
function readDraft(store: EditorStore, key: string): TextDraft | undefined {
  return drafts.get(store)?.get(key);
}

/** Stores the draft of a field, or deletes it when undefined. */
function keepDraft(store: EditorStore, key: string, draft: TextDraft | undefined): void {
  const kept = drafts.get(store) ?? new Map<string, TextDraft>();
  if (draft === undefined) kept.delete(key);
  else kept.set(key, draft);
  drafts.set(store, kept);
}

const editor = lazyPart<CodeMirrorJsonProps>(
  async () => (await import('../code/code-mirror-json')).CodeMirrorJson,
);

interface JsonEditorProps {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The text has unapplied changes: undo applies to the text. */
  hasDraft?: boolean;
  /** Position of the syntax error. */
  error?: { readonly offset: number; readonly message: string } | undefined;
  invalid?: boolean;
  describedBy?: string;
  minLines?: number;
  className?: string;
}

/** A JSON editor with highlighting, brackets and exact error positions. */
function JsonEditor({
  id,
  label,
  value,
  onChange,
  error,
  invalid,
  describedBy,
  minLines = 3,
  hasDraft,
  className,
}: JsonEditorProps) {
  const store = useEditorStore();
  const leave = useLeave();
  const { Editor, standIn, focusAt } = useLazyText(editor);
  return (
    <div className={clsx(jsonEditorStyles.box, invalid && jsonEditorStyles.invalid, className)}>
      {Editor === undefined ? (
        <textarea
          ref={standIn}
          id={id}
          aria-label={label}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          className={jsonEditorStyles.standIn}
          rows={minLines}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Editor
          id={id}
          label={label}
          value={value}
          onChange={onChange}
          onUndo={store.undo}
          onRedo={store.redo}
          onLeave={leave}
          problems={
            error === undefined
              ? NONE
              : [{ from: error.offset, to: error.offset, severity: 'error', message: error.message }]
          }
          invalid={invalid === true}
          describedBy={describedBy}
          minLines={minLines}
          focusAt={focusAt.current}
          hasDraft={hasDraft === true}
        />
      )}
    </div>
  );
}

const NONE = [] as const;
