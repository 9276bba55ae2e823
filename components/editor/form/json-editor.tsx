'use client';

import { clsx } from '@/components/ui/clsx';
import { lazyPart } from '../expression-input/use-lazy';
import { useLazyText } from '../expression-input/use-lazy-text';
import { useLeave } from '../expression-input/use-leave';
import { useEditorStore } from '../use-editor';
import type { CodeMirrorJsonProps } from './code-mirror-json';
import styles from './json-editor.module.css';

const editor = lazyPart<CodeMirrorJsonProps>(async () => (await import('./code-mirror-json')).CodeMirrorJson);

export interface JsonEditorProps {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The text holds something that is not applied: undo stays within it. */
  hasDraft?: boolean;
  /** Where the text stops being JSON. */
  error?: { readonly offset: number; readonly message: string } | undefined;
  invalid?: boolean;
  describedBy?: string;
  minLines?: number;
  className?: string;
}

/** JSON as text, with colours, brackets and the exact place of a mistake. */
export function JsonEditor({
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
    <div className={clsx(styles.box, invalid && styles.invalid, className)}>
      {Editor === undefined ? (
        <textarea
          ref={standIn}
          id={id}
          aria-label={label}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          className={styles.standIn}
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
