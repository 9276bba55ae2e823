'use client';

import { useMemo, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { Segmented } from '@/components/ui/segmented';
import { isTemplate, type Json, type JsonSchema, unitKey } from '@/engine';
import { PayloadView } from '../payload-view';
import { BoundInput, readBound } from './bound-input';
import { type InputRow, inputRows } from './input-rows';
import styles from './inputs-section.module.css';
import { Section } from './section';
import type { UnitSelection } from './selection';
import { TemplateText } from './template-text';
import { ValueText } from './value-text';

export interface InputsSectionProps {
  selected: UnitSelection;
}

type Shown = 'template' | 'both' | 'resolved';
const SHOWN = [
  { value: 'template', label: 'Template' },
  { value: 'both', label: 'Both' },
  { value: 'resolved', label: 'Resolved' },
] as const;

/** What went into the attempt: each parameter as it was written and as it was then. */
export function InputsSection({ selected }: InputsSectionProps) {
  const [shown, setShown] = useState<Shown>('both');
  const { attempt, templates, descriptor } = selected;
  const stored = attempt && 'ref' in attempt.inputs ? attempt.inputs : undefined;
  const resolved = attempt && 'value' in attempt.inputs ? attempt.inputs.value : undefined;
  // Values may be large, and the clock renders this every second.
  const rows = useMemo(() => inputRows(templates, resolved), [templates, resolved]);
  const base = unitKey(selected);
  return (
    <Section
      id="run-inputs"
      title="Inputs"
      end={
        <Segmented<Shown> label="Show inputs as" value={shown} onValueChange={setShown} segments={SHOWN} />
      }
    >
      {rows.length === 0 && !stored && <p className={styles.none}>No parameters</p>}
      <dl className={styles.rows}>
        {rows.map((row) => (
          <Row
            key={row.name}
            row={row}
            shown={stored ? 'template' : shown}
            label={`${row.name} of ${base}`}
            reads={descriptor?.params.properties?.[row.name]?.reads}
          />
        ))}
      </dl>
      {stored && shown !== 'template' && (
        <PayloadView
          payload={stored}
          label={`Inputs of ${base}`}
          base=""
          fileName={`${selected.step}-inputs.json`}
        />
      )}
    </Section>
  );
}

interface RowProps {
  row: InputRow;
  shown: Shown;
  label: string;
  reads: JsonSchema['reads'];
}

function Row({ row, shown, label, reads }: RowProps) {
  const { template, resolved } = row;
  const isExpression = reads === 'expression';
  const bound = reads === 'bound' ? readBound(resolved) : undefined;
  const written =
    template === undefined ? undefined : (
      <Written value={template} label={label} isExpression={isExpression} />
    );
  // What was not resolved is the same on both sides: it is shown once.
  const { isPlain } = row;
  return (
    <>
      <dt className={styles.name}>
        {row.name.split(/(?<=[._])/).map((part, index) => (
          <span key={index}>
            {part}
            <wbr />
          </span>
        ))}
      </dt>
      <dd className={styles.cell}>
        {shown !== 'resolved' && !isPlain && written}
        {isPlain && written}
        {shown === 'template' && template === undefined && <span className={styles.quiet}>default</span>}
        {shown !== 'template' && bound !== undefined && <BoundInput bound={bound} label={label} />}
        {shown !== 'template' && bound === undefined && !isPlain && (
          <Resolved row={row} label={label} resolved={resolved} />
        )}
      </dd>
    </>
  );
}

function Resolved({ row, label, resolved }: { row: InputRow; label: string; resolved: Json | undefined }) {
  if (row.isMasked) {
    return (
      <span className={styles.masked}>
        <Icon name="lock" size={12} /> masked, never stored
      </span>
    );
  }
  if (resolved === undefined) return <span className={styles.quiet}>not resolved yet</span>;
  return <ValueText value={resolved} label={label} base={row.name} />;
}

function Written({ value, label, isExpression }: { value: Json; label: string; isExpression: boolean }) {
  if (typeof value === 'string' && (isExpression || isTemplate(value))) {
    return <TemplateText text={value} isExpression={isExpression} />;
  }
  return <ValueText value={value} label={label} base="" />;
}
