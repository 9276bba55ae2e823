'use client';

import { useEffect, useMemo, useState } from 'react';
import { JsonTree } from '@/components/json-tree/json-tree';
import { dragReference, lastField } from '@/components/pipeline-text/insert-target';
import { LineageButton } from '@/components/pipeline-text/lineage-button';
import { Icon } from '@/components/ui/icon';
import type { StepDocument } from '@/engine';
import type { OutputSamples } from '@/lib/contracts/samples';
import { followFields } from '../expression-input/insert-reference';
import { useExpressionScope } from '../expression-input/use-expression-scope';
import { useEditorStore, useObservable, useSession } from '../use-editor';
import { type DataRow, dataRows } from './data-rows';
import styles from './data-section.module.css';
import { Section } from './section';

export interface DataSectionProps {
  step: StepDocument;
}

const NO_NAMES: readonly string[] = [];

/** The outputs of earlier steps. Each value can be dragged into a field, or inserted at its cursor. */
export function DataSection({ step }: DataSectionProps) {
  const { scope } = useExpressionScope({ stepId: step.id, names: NO_NAMES });
  const { endBurst } = useEditorStore();
  const field = useObservable(lastField, (target) => target?.label);
  const samples = useObservable(useSession().samples, ({ steps }) => steps);
  const sources = useMemo(() => [...scope.before].map((id) => ({ id, rows: dataRows(id, scope) })), [scope]);
  // The focus of the page; a field is forgotten with the form of its step.
  useEffect(() => followFields(endBurst), [endBurst]);
  if (sources.length === 0) return null;
  return (
    <Section title="Data from earlier steps">
      <p className={styles.about}>
        {field === undefined
          ? 'Drag a value into a parameter. To insert it by keyboard, place the cursor in a parameter first.'
          : `Drag a value into a parameter, or press it to insert it into ${field}. In a tree, press I.`}
      </p>
      {sources.map(({ id, rows }) => (
        <DataSource key={id} id={id} rows={rows} sample={samples[id]} isUsable={field !== undefined} />
      ))}
    </Section>
  );
}

interface DataSourceProps {
  /** Of the step. */
  id: string;
  /** The known fields of its output, the whole output first. */
  rows: readonly DataRow[];
  /** Its output in a run; undefined without one. */
  sample: OutputSamples[string] | undefined;
  isUsable: boolean;
}

/** The output of one step: its values in the newest run, or its fields before there is one. */
function DataSource({ id, rows, sample, isUsable }: DataSourceProps) {
  const [isOpen, setOpen] = useState(false);
  const isTree = typeof sample?.value === 'object' && sample.value !== null;
  const shown = isTree ? rows.slice(0, 1) : rows;
  return (
    <details className={styles.source} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {id}
        {sample && (
          <span className={styles.run}>
            {sample.run === null ? 'pinned' : `run #${sample.run}`}
            {sample.shortened && ', shortened'}
          </span>
        )}
      </summary>
      <ul aria-label={`Output of ${id}`}>
        {shown.map((row) => (
          <li key={row.reference} className={styles.row}>
            <DataField row={row} isUsable={isUsable} />
            <LineageButton value={row.reference} of={row.reference} />
          </li>
        ))}
      </ul>
      {/* The lines of a tree are measured, so it is drawn only where it is visible. */}
      {isTree && isOpen && (
        <JsonTree
          value={sample.value}
          label={sample.run === null ? `Pinned values of ${id}` : `Values of ${id} in run ${sample.run}`}
          base={`steps.${id}.output`}
          isReference
        />
      )}
    </details>
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
