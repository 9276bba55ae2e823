'use client';

import { useMemo } from 'react';
import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { lazyPart } from '@/components/ui/use-lazy';
import type { Diagnostic } from '@/engine';
import type { CodeMirrorSqlProps } from '../code/code-mirror-sql';
import type { SqlDialectName } from '../code/sql-dialect';
import { useLazyText } from '../code/use-lazy-text';
import { oneLine } from '../form/text';
import type { EditorStore } from '../model/store';
import { useEditorStore } from '../use-editor';
import styles from './expression-input.module.css';
import { withFullReferences } from './full-references';
import { closesAt, type ExpressionMode } from './tokens';
import { type ExpressionKnowledge, useExpressionScope } from './use-expression-scope';
import { useLeave } from './use-leave';

const editor = lazyPart<CodeMirrorSqlProps>(
  async () => (await import('../code/code-mirror-input')).CodeMirrorInput,
);

const sqlEditor = lazyPart<CodeMirrorSqlProps>(
  async () => (await import('../code/code-mirror-sql')).CodeMirrorSql,
);

export interface ExpressionInputProps {
  id: string;
  /** Accessible name of the field. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Text with `{{ }}`, or one expression without braces. */
  mode: ExpressionMode;
  /** The step of the field, which determines the names it may read. */
  stepId: string | undefined;
  /** Additional names: `item`, `index`. */
  names?: readonly string[];
  /** The names it may read, where they are not those of a step. */
  knowledge?: ExpressionKnowledge;
  /** Problems of this text, with their ranges. */
  problems?: readonly Diagnostic[];
  multiline?: boolean;
  invalid?: boolean;
  describedBy?: string;
  placeholder?: string;
  /** Initial cursor. The field takes the focus when it is set. */
  focusAt?: number;
  className?: string;
  /** Values that are suggested while the text has no expression. */
  offers?: readonly string[];
  /** Called for Enter in a one-line field. */
  onEnter?: () => void;
  onBlur?: () => void;
  /** Renders it without a frame, inside another control. */
  bare?: boolean;
  /** Whether undo and redo are those of the document. @default true */
  isOfDocument?: boolean;
  /** The dialect, when the text around the templates is SQL. */
  sql?: SqlDialectName | undefined;
}

const NO_PROBLEMS: readonly Diagnostic[] = [];
const NO_NAMES: readonly string[] = [];
/** Of a text that is not in the document. */
const NO_HISTORY = { undo: () => {}, redo: () => {} };

/** What undo and redo do in the field. */
function useHistory(isOfDocument = true): Pick<EditorStore, 'undo' | 'redo'> {
  const store = useEditorStore();
  return isOfDocument ? store : NO_HISTORY;
}

/**
 * A field for templates and conditions, with references as chips, suggestions while typing, and underlined problems.
 */
export function ExpressionInput(props: ExpressionInputProps) {
  const {
    id,
    label,
    value,
    onChange,
    mode,
    multiline = false,
    invalid = false,
    problems = NO_PROBLEMS,
  } = props;
  const history = useHistory(props.isOfDocument);
  const leave = useLeave();
  const ofStep = useExpressionScope({ stepId: props.stepId, names: props.names ?? NO_NAMES });
  const knowledge = props.knowledge ?? ofStep;
  const { Editor, standIn, focusAt } = useLazyText(
    props.sql === undefined ? editor : sqlEditor,
    props.focusAt,
  );
  const onBlur = () => {
    const full = withFullReferences(value, mode, knowledge.scope);
    if (full !== value) onChange(full);
    props.onBlur?.();
  };
  const lint = useMemo(
    () => problems.flatMap((problem) => lintOf(problem, value.length)),
    [problems, value.length],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the box only passes a click beside the text to the text.
    <div
      className={clsx(
        props.bare ? styles.bare : styles.box,
        multiline && styles.multiline,
        invalid && styles.invalid,
        props.className,
      )}
      onMouseDown={(event) => focusInside(event)}
    >
      {Editor === undefined ? (
        <textarea
          ref={standIn}
          id={id}
          data-mode={mode}
          aria-label={label}
          aria-invalid={invalid || undefined}
          aria-describedby={props.describedBy}
          className={styles.standIn}
          rows={multiline ? 4 : 1}
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: it replaces a control that had the focus.
          autoFocus={props.focusAt !== undefined}
          placeholder={props.placeholder}
          value={value}
          onChange={(event) => onChange(multiline ? event.target.value : oneLine(event.target.value))}
          onBlur={onBlur}
          onKeyDown={(event) => {
            if (event.key === 'Escape') leave();
            if (event.key === '}') skipClosing(event, mode);
            if (event.key !== 'Enter' || multiline) return;
            event.preventDefault();
            props.onEnter?.();
          }}
        />
      ) : (
        <Editor
          id={id}
          label={label}
          value={value}
          onChange={onChange}
          onUndo={history.undo}
          onRedo={history.redo}
          onLeave={leave}
          mode={mode}
          look={knowledge.look}
          scope={knowledge.scope}
          graph={knowledge.graph}
          problems={lint}
          multiline={multiline}
          invalid={invalid}
          describedBy={props.describedBy}
          placeholder={props.placeholder}
          focusAt={focusAt.current}
          className={styles.editor}
          offers={props.offers}
          onEnter={props.onEnter}
          onBlur={onBlur}
          dialect={props.sql ?? 'postgres'}
        />
      )}
      {!props.bare && <Icon name="braces" size={14} className={styles.glyph} />}
    </div>
  );
}

/** A field that became an expression has closing braces already: typing them skips them, as in the editor. */
function skipClosing(event: React.KeyboardEvent<HTMLTextAreaElement>, mode: ExpressionMode): void {
  const { value, selectionStart: at, selectionEnd } = event.currentTarget;
  if (at !== selectionEnd || !closesAt(value, at, mode)) return;
  event.preventDefault();
  event.currentTarget.setSelectionRange(at + 1, at + 1);
}

function focusInside(event: React.MouseEvent<HTMLElement>): void {
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>('.cm-content, textarea')?.focus();
}

/** A problem as CodeMirror shows it; without a range it is about the whole text and only its message is shown. */
function lintOf(problem: Diagnostic, length: number) {
  if (problem.range === undefined) return [];
  const from = Math.min(problem.range.start, length);
  const to = Math.min(Math.max(problem.range.end, from), length);
  const message = problem.hint === undefined ? problem.message : `${problem.message}\n${problem.hint}`;
  return [{ from, to, severity: problem.severity, message }];
}
