'use client';

import { useMemo } from 'react';
import { LineageButton } from '@/components/pipeline-text/lineage-button';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';
import { Segmented } from '@/components/ui/segmented';
import { Tag } from '@/components/ui/tag';
import { type Diagnostic, EACH, type Json, type JsonObject, placeText, withIteration } from '@/engine';
import { ExpressionInput } from '../expression-input/expression-input';
import { useIsToFillIn } from '../use-editor';
import styles from './field.module.css';
import { FieldProblems, problemsAt, worstOf } from './field-problems';
import type { FormField } from './fields';
import { useFormScope } from './form-context';
import { LastValue } from './last-value';
import type { Source } from './sources';
import { hostNote } from './suggestions';
import { useFieldFocus } from './use-field-focus';
import { useReferenceDrop } from './use-reference-drop';
import { useSource } from './use-source';
import { widgetFor } from './widgets';

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
  const own = useMemo(() => problemsAt(scope.problems, path), [scope.problems, path]);
  const { problems, handlers } = useFieldFocus(scope.stepId, path, own);
  const id = `field-${scope.stepId ?? 'pipeline'}-${path}`.replace(/[^\w-]/g, '-');
  const side = useSource(field, path, value, onChange);
  const described = [
    problems.length > 0 ? `${id}-problems` : '',
    field.schema.description ? `${id}-help` : '',
  ];
  const describedBy = described.filter(Boolean).join(' ') || undefined;
  const isToFillIn = useIsToFillIn(problems);
  const invalid = worstOf(problems) === 'error' && !isToFillIn;
  const drop = useReferenceDrop(side.take);
  const control = { id, label: field.label, invalid, describedBy };
  const Widget = widgetFor(field, side.shown);
  return (
    <div className={styles.field} data-field={path} {...drop} {...handlers}>
      <div className={styles.head}>
        <FieldLabel id={id} field={field} />
        <span className={styles.end}>
          <FieldLineage base={base} field={field} value={value} />
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
        <FieldProblems id={`${id}-problems`} problems={problems} about={about} />
      )}
      {about && (
        <p id={`${id}-help`} className={styles.help}>
          {about}
        </p>
      )}
    </>
  );
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

/** Shows where the value of a parameter comes from, once it has one. */
function FieldLineage({ base, field, value }: Pick<FieldProps, 'base' | 'field' | 'value'>) {
  const { stepId } = useFormScope();
  if (value === undefined || stepId === undefined) return null;
  return (
    <LineageButton
      value={fieldPlace(stepId, `${base}.${field.name}`)}
      of={field.label}
      className={styles.remove}
    />
  );
}

/** A parameter as a value of a lineage. Parameters of iterations are below `action_params`. */
function fieldPlace(step: string, path: string): string {
  const [, ...keys] = path.split('.');
  const depth = keys.findIndex((key) => key !== 'action_params');
  const rest = depth <= 0 ? keys : keys.slice(depth);
  const iteration = Array.from({ length: Math.max(0, depth) }, () => EACH);
  return placeText({ of: 'input', step, path: withIteration(iteration, rest) });
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
