'use client';

import { useMemo } from 'react';
import { clsx } from '@/components/ui/clsx';
import { lazyPart } from '@/components/ui/use-lazy';
import type { CodeMirrorScriptProps } from '../code/code-mirror-script';
import type { ScriptProblem } from '../code/script-problems';
import { useLazyText } from '../code/use-lazy-text';
import { useLeave } from '../expression-input/use-leave';
import { useEditorStore } from '../use-editor';
import styles from './json-editor.module.css';

const editor = lazyPart<CodeMirrorScriptProps>(
  async () => (await import('../code/code-mirror-script')).CodeMirrorScript,
);

export interface ScriptEditorProps {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called with syntax problems, once the editor is loaded. */
  onSyntax: (problems: readonly ScriptProblem[]) => void;
  /** The line where the function failed in a trial, with the reason. */
  failed: ScriptProblem | undefined;
  invalid: boolean;
  describedBy: string | undefined;
  placeholder: string;
}

const MIN_LINES = 4;

/** An editor for a function, with highlighting, brackets and errors; Tab indents, and Esc releases it. */
export function ScriptEditor(props: ScriptEditorProps) {
  const { id, label, value, onChange, onSyntax, failed, invalid, describedBy, placeholder } = props;
  const store = useEditorStore();
  const leave = useLeave();
  const { Editor, standIn, focusAt } = useLazyText(editor);
  const marked = useMemo(
    () => (failed === undefined ? [] : [{ ...failed, severity: 'error' as const }]),
    [failed],
  );
  return (
    <div className={clsx(styles.box, invalid && styles.invalid)}>
      {Editor === undefined ? (
        <textarea
          ref={standIn}
          id={id}
          aria-label={label}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          className={styles.standIn}
          rows={Math.min(16, Math.max(MIN_LINES, value.split('\n').length + 1))}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Editor
          id={id}
          label={label}
          value={value}
          onChange={onChange}
          onSyntax={onSyntax}
          onUndo={store.undo}
          onRedo={store.redo}
          onLeave={leave}
          problems={marked}
          invalid={invalid}
          describedBy={describedBy}
          minLines={MIN_LINES}
          focusAt={focusAt.current}
          placeholder={placeholder}
        />
      )}
    </div>
  );
}
