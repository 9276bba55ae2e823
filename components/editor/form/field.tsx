'use client';

import { type FocusEvent, useCallback, useMemo, useRef, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';
import { Segmented } from '@/components/ui/segmented';
import { Tag } from '@/components/ui/tag';
import type { Diagnostic, Json, JsonObject } from '@/engine';
import { ExpressionInput } from '../expression-input/expression-input';
import { focusSoon } from '../inspector/focus-field';
import { reviewField } from '../model/to-fill-in';
import { useEditor, useEditorStore, useIsToFillIn, useSession } from '../use-editor';
import styles from './field.module.css';
import { FieldProblems, problemsAt, worstOf } from './field-problems';
import type { FormField } from './fields';
import { useFormScope } from './form-context';
import { LastValue } from './last-value';
import { holdsTemplate, type Source, sourceOf, switchSource } from './sources';
import { hostNote } from './suggestions';
import { textOf } from './text';
import { isSwitchable, widgetFor } from './widgets';

export interface FieldProps {
  field: FormField;
  /** Path of the form below the step: `params`. */
  base: string;
  value: Json | undefined;
  siblings: JsonObject;
  onChange: (value: Json | undefined, at: string) => void;
  /** Removes an optional parameter. */
  onRemove?: () => void;
}

const SEGMENTS = [
  { value: 'value', label: 'Value' },
  { value: 'expression', label: 'Expression' },
] as const;

/** A parameter: label, type, source of the value, control, problems and description. */
export function Field({ field, base, value, siblings, onChange, onRemove }: FieldProps) {
  const path = `${base}.${field.key}`;
  const scope = useFormScope();
  const { reviewed } = useSession();
  const problems = useMemo(() => problemsAt(scope.problems, path), [scope.problems, path]);
  const id = `field-${scope.stepId ?? 'pipeline'}-${path}`.replace(/[^\w-]/g, '-');
  const side = useSource(field, path, value, onChange);
  const described = [
    problems.length > 0 ? `${id}-problems` : '',
    field.schema.description ? `${id}-help` : '',
  ];
  const describedBy = described.filter(Boolean).join(' ') || undefined;
  const isToFillIn = useIsToFillIn(problems);
  const invalid = worstOf(problems) === 'error' && !isToFillIn;
  const control = { id, label: field.label, invalid, describedBy };
  const Widget = widgetFor(field, side.shown);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus left its controls.
    <div
      className={styles.field}
      data-field={path}
      onBlur={(event) => leaves(event) && reviewField(reviewed, scope.stepId, path)}
    >
      <div className={styles.head}>
        <FieldLabel id={id} field={field} />
        <span className={styles.end}>
          {side.switchable && (
            <Segmented
              label={`Source of ${field.label}`}
              value={side.source}
              onValueChange={side.switchTo}
              segments={SEGMENTS}
            />
          )}
          {onRemove && (
            <IconButton
              icon="x"
              size="sm"
              iconSize={12}
              label={`Remove ${field.label}`}
              data-remove
              onClick={onRemove}
              className={styles.remove}
            />
          )}
        </span>
      </div>
      {side.source === 'expression' ? (
        <ExpressionInput
          {...control}
          value={typeof side.shown === 'string' ? side.shown : ''}
          onChange={(text) => side.write(text, path)}
          mode="template"
          stepId={scope.stepId}
          names={[...scope.names, ...(field.schema.names ?? [])]}
          problems={problems}
          multiline={field.widget === 'multiline'}
          placeholder="{{ … }}"
          focusAt={side.focusAt}
        />
      ) : (
        <Widget
          {...control}
          schema={field.schema}
          value={side.shown}
          onChange={(next, at) => side.write(next, at ?? path)}
          path={path}
          siblings={siblings}
          problems={problems}
          switchable={side.switchable}
        />
      )}
      <FieldNote field={field} value={side.shown} />
      <LastValue field={field} base={base} value={value} />
      {side.pending && <p className={styles.pending}>{pendingText(side.source, value)}</p>}
      <FieldMessages id={id} problems={problems} isToFillIn={isToFillIn} about={field.schema.description} />
    </div>
  );
}

interface FieldMessagesProps {
  /** Of the control. */
  id: string;
  problems: readonly Diagnostic[];
  isToFillIn: boolean;
  about: string | undefined;
}

/** The problems of a parameter, or that it is to fill in, and its description. */
function FieldMessages({ id, problems, isToFillIn, about }: FieldMessagesProps) {
  return (
    <>
      {isToFillIn ? (
        <p id={`${id}-problems`} className={styles.pending}>
          To fill in
        </p>
      ) : (
        <FieldProblems id={`${id}-problems`} problems={problems} />
      )}
      {about && (
        <p id={`${id}-help`} className={styles.help}>
          {about}
        </p>
      )}
    </>
  );
}

/** Whether the focus goes to another field. */
function leaves({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
}

interface FieldLabelProps {
  /** Of the control. */
  id: string;
  field: FormField;
}

/** The name and type of a parameter. */
function FieldLabel({ id, field }: FieldLabelProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the click only repeats what a label does for inputs. */}
      <label htmlFor={id} className={styles.label} title={field.name} onClick={() => focusControl(id)}>
        {field.label}
      </label>
      {field.required && (
        <span className={styles.required} title="required">
          *<span className={styles.hidden}> required</span>
        </span>
      )}
      <span className={styles.type}>{field.typeName}</span>
      {field.key !== field.name && (
        <Tag title={`${field.key} is another spelling of ${field.name}`}>{field.key}</Tag>
      )}
    </>
  );
}

function focusControl(id: string): void {
  const control = document.getElementById(id);
  // A label focuses inputs natively, but not the element of CodeMirror.
  if (control?.isContentEditable) control.focus();
}

function pendingText(source: Source, value: Json | undefined): string {
  const written = JSON.stringify(value) ?? 'empty';
  const shown = written.length > 40 ? `${written.slice(0, 40)}…` : written;
  return source === 'expression'
    ? `The value ${shown} is kept until you enter an expression.`
    : `The expression ${shown} is kept until you enter a value.`;
}

/** A source that a person chose, valid while the value is unchanged. */
interface Choice {
  readonly source: Source;
  readonly over: Json | undefined;
  /** Text was written for this source; until then the document contains the other. */
  readonly written: boolean;
}

/** The shown source, value or expression; switching keeps the other one. */
function useSource(
  field: FormField,
  path: string,
  value: Json | undefined,
  onChange: FieldProps['onChange'],
) {
  const store = useEditorStore();
  const { stepId, expressions } = useFormScope();
  const alternateKey = `${stepId ?? ''}.${path}`;
  const kept = useEditor((state) => state.alternates[alternateKey]);
  // Set while the document still contains the other source; reset as soon as text is written.
  const [chosen, setChosen] = useState<Choice>();
  const focusAt = useRef<number>(undefined);
  const switchable = expressions && isSwitchable(field.schema);
  const actual = switchable ? sourceOf(value) : 'value';
  const pending =
    chosen !== undefined && !chosen.written && chosen.source !== actual && chosen.over === value;
  const source = pending ? chosen.source : chosenOrActual(chosen, actual, value);

  const switchTo = useCallback(
    (to: Source) => {
      const change = switchSource(to, value, kept);
      if (change.keep !== undefined) store.setAlternate(alternateKey, change.keep);
      focusAt.current = to === 'expression' ? textOf(change.write).length : undefined;
      if (to === 'value') focusSoon(path);
      if (change.write === undefined) setChosen({ source: to, over: value, written: false });
      else {
        setChosen(undefined);
        onChange(change.write, path);
      }
    },
    [value, kept, store, alternateKey, onChange, path],
  );
  const write = (next: Json | undefined, at: string) => {
    // A template typed into a value field makes it an expression; the cursor moves along, and the braces are
    // closed.
    if (source === 'value' && switchable && holdsTemplate(next)) {
      focusAt.current = cursorOffset(next.length);
      setChosen(undefined);
      onChange(closeBraces(next, focusAt.current), at);
      return;
    }
    setChosen(source === 'expression' ? { source, over: next, written: true } : undefined);
    onChange(next, at);
  };
  const shown = pending ? undefined : value;
  return {
    source,
    switchable,
    pending: pending && value !== undefined,
    shown,
    switchTo,
    write,
    focusAt: focusAt.current,
  };
}

/** Braces may be temporarily incomplete while an expression is typed; the field must not switch. */
function chosenOrActual(chosen: Choice | undefined, actual: Source, value: Json | undefined): Source {
  if (chosen === undefined || chosen.over !== value) return actual;
  return typeof value === 'string' || value === undefined ? chosen.source : actual;
}

/** Closes braces that were just opened at the cursor. */
function closeBraces(text: string, cursor: number): string {
  const after = text.slice(cursor);
  return text.slice(0, cursor).endsWith('{{') && !after.includes('}}')
    ? `${text.slice(0, cursor)}}}${after}`
    : text;
}

function cursorOffset(fallback: number): number {
  const active = document.activeElement;
  const isText = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
  return (isText ? active.selectionStart : null) ?? fallback;
}

interface FieldNoteProps {
  field: FormField;
  value: Json | undefined;
}

/** A note about a valid value. */
function FieldNote({ field, value }: FieldNoteProps) {
  const note = field.widget === 'url' && typeof value === 'string' ? hostNote(value) : undefined;
  if (note === undefined) return null;
  return (
    <p className={styles.note} data-warn={note.warn || undefined}>
      {note.warn && <Icon name="warn" size={14} label="warning" />}
      <span>{note.text}</span>
    </p>
  );
}
