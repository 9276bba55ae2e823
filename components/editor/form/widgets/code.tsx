'use client';

import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useSettled } from '@/components/ui/use-time';
import type { ScriptProblem } from '../../code/script-problems';
import { useFormScope } from '../form-context';
import { ScriptEditor } from '../script-editor';
import { lineRange, placeOf, textOf } from '../text';
import { TrialView } from '../trial-view';
import { type Trial, useTryFunction } from '../use-try-function';
import type { WidgetProps } from '../widget-props';
import styles from './widgets.module.css';

/** Signatures of functions by operation. */
const SIGNATURES: Readonly<
  Record<string, { readonly head: string; readonly gives: string; readonly example: string }>
> = {
  map: {
    head: '(item, index) => …',
    gives: 'returns the new item',
    example: '(item) => ({ ...item, done: true })',
  },
  filter: {
    head: '(item, index) => …',
    gives: 'keeps items for which the function returns true',
    example: '(item) => item.size > 3',
  },
  reduce: {
    head: '(acc, item, index) => …',
    gives: 'returns the next acc, starting with initial',
    example: '(acc, item) => acc + item.price',
  },
};
const NO_PROBLEMS: readonly ScriptProblem[] = [];
/** Pause of typing before errors are reported, in ms. */
const PAUSE_MS = 600;

/** A JavaScript function with syntax errors and a trial on data of the last run. */
export function CodeWidget(props: WidgetProps) {
  const { id, label, value, onChange, path, siblings, invalid, describedBy } = props;
  const { stepId } = useFormScope();
  const [syntax, setSyntax] = useState(NO_PROBLEMS);
  // A function inside the parameters of another action has no run of its own with data to try it on.
  const trying = useTryFunction(path === 'params.function' ? stepId : undefined);
  const text = textOf(value);
  const spoken = useSettled(syntax, PAUSE_MS);
  const [first] = syntax === spoken ? spoken : NO_PROBLEMS;
  const failed = useMemo(() => failureIn(trying?.trial, text), [trying?.trial, text]);
  const signature = SIGNATURES[textOf(siblings.operation)];
  const hintId = `${id}-hint`;
  const described = [hintId, first === undefined ? '' : `${id}-syntax`, describedBy ?? ''];
  return (
    <div className={styles.code}>
      <ScriptEditor
        id={id}
        label={label}
        value={text}
        onChange={(next) => onChange(next)}
        onSyntax={setSyntax}
        failed={failed}
        invalid={invalid || first !== undefined}
        describedBy={described.filter(Boolean).join(' ')}
        placeholder={(signature ?? SIGNATURES.map)?.example ?? ''}
      />
      <p id={`${id}-syntax`} role="status" className={styles.syntax}>
        {first !== undefined && (
          <>
            <Icon name="err" size={14} />
            <span>
              {placeOf(text, first.from)}: {first.message}
            </span>
          </>
        )}
      </p>
      <p id={hintId} className={styles.quiet}>
        {signature !== undefined && (
          <>
            <code className={styles.signature}>{signature.head}</code> {signature.gives}.{' '}
          </>
        )}
        Tab indents. Press Esc, then Tab, to leave the editor.
      </p>
      {trying !== undefined && (
        <div>
          <Button
            size="sm"
            icon="play"
            busy={trying.trial.state === 'running'}
            disabled={text.trim() === ''}
            onClick={() => trying.run(siblings, text)}
          >
            Test with data of the last run
          </Button>
          <TrialView trial={trying.trial} text={text} />
        </div>
      )}
    </div>
  );
}

/** The line on which a trial failed, while the text is the one that was tried. */
function failureIn(trial: Trial | undefined, text: string): ScriptProblem | undefined {
  if (trial?.state !== 'answered' || trial.tried !== text) return undefined;
  const { answer } = trial;
  if (answer.status !== 'failed' || answer.line === undefined) return undefined;
  return { ...lineRange(text, answer.line), message: answer.message };
}
