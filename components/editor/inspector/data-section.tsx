'use client';

import { useEffect, useMemo } from 'react';
import { expressionPath } from '@/components/json-tree/flatten';
import { Icon } from '@/components/ui/icon';
import { type JsonSchema, knownFields, type StepDocument, typeText } from '@/engine';
import { dragReference, lastField, rememberInput } from '../expression-input/insert-reference';
import { type ExpressionScope, useExpressionScope } from '../expression-input/use-expression-scope';
import { useObservable } from '../use-editor';
import styles from './data-section.module.css';
import { Section } from './section';

export interface DataSectionProps {
  step: StepDocument;
}

const NO_NAMES: readonly string[] = [];

/** The outputs of earlier steps. Each field can be dragged into an expression field, or inserted at its cursor. */
export function DataSection({ step }: DataSectionProps) {
  const { scope } = useExpressionScope({ stepId: step.id, names: NO_NAMES });
  const field = useObservable(lastField, (target) => target?.label);
  const sources = useMemo(() => [...scope.before].map((id) => ({ id, rows: dataRows(id, scope) })), [scope]);
  // The focus of the page; a field is forgotten with the form of its step.
  useEffect(() => {
    document.addEventListener('focusin', rememberInput);
    return () => {
      document.removeEventListener('focusin', rememberInput);
      lastField.set(undefined);
    };
  }, []);
  if (sources.length === 0) return null;
  return (
    <Section title="Data from earlier steps">
      <p className={styles.about}>
        {field === undefined
          ? 'Drag a field into a parameter. To insert it by keyboard, place the cursor in a parameter first.'
          : `Drag a field into a parameter, or press it to insert it into ${field}.`}
      </p>
      {sources.map(({ id, rows }) => (
        <details key={id} className={styles.source}>
          <summary>{id}</summary>
          <ul aria-label={`Output of ${id}`}>
            {rows.map((row) => (
              <li key={row.reference}>
                <DataField row={row} isUsable={field !== undefined} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Section>
  );
}

interface DataFieldProps {
  row: DataRow;
  /** Whether there is a field to insert into. */
  isUsable: boolean;
}

function DataField({ row: { reference, name, depth, type }, isUsable }: DataFieldProps) {
  return (
    <button
      type="button"
      draggable
      aria-label={`Insert ${reference}`}
      aria-disabled={!isUsable}
      title={reference}
      className={styles.field}
      style={{ paddingLeft: `calc(${depth} * var(--s-16))` }}
      onDragStart={(event) => dragReference(event.dataTransfer, reference)}
      onClick={() => lastField.get()?.insert(reference)}
    >
      <Icon name="braces" size={12} />
      <span className={styles.name}>{name}</span>
      <span className={styles.type}>{type}</span>
    </button>
  );
}

/** One field of an output. */
interface DataRow {
  /** The expression that reads it. */
  readonly reference: string;
  readonly name: string;
  readonly depth: number;
  readonly type: string;
}

/** Levels and rows of an output that are listed; deeper fields are suggested while typing. */
const MAX_DEPTH = 3;
const MAX_ROWS = 60;

/** The declared fields of a step's output and those of its newest run, each below the value that contains it. */
export function dataRows(id: string, scope: Pick<ExpressionScope, 'step'>): DataRow[] {
  const base = `steps.${id}.output`;
  const schema = scope.step(id) ?? {};
  const rows: DataRow[] = [{ reference: base, name: 'output', depth: 0, type: typeText(schema) }];
  addFields(rows, base, schema, []);
  return rows.slice(0, MAX_ROWS);
}

function addFields(rows: DataRow[], base: string, schema: JsonSchema, path: readonly string[]): void {
  if (path.length >= MAX_DEPTH || rows.length >= MAX_ROWS) return;
  for (const [name, field] of new Map(knownFields(schema))) {
    const own = [...path, name];
    rows.push({ reference: expressionPath(base, own), name, depth: own.length, type: typeText(field) });
    addFields(rows, base, field, own);
  }
}
