'use client';

import { useMemo, useState } from 'react';
import { byteLength, SHOWN_TEXT } from '@/components/json-tree/flatten';
import { JsonTree } from '@/components/json-tree/json-tree';
import { TextDialog } from '@/components/json-tree/text-dialog';
import { LineageButton } from '@/components/pipeline-text/lineage-button';
import { formatBytes } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { Segmented } from '@/components/ui/segmented';
import {
  isJsonObject,
  isTemplate,
  type Json,
  type JsonSchema,
  MASK,
  placeText,
  unitKey,
  withIteration,
} from '@/engine';
import { PayloadView } from '../payload-view';
import boundInputStyles from './bound-input.module.css';
import { type InputRow, inputRows, sourceOf } from './input-rows';
import styles from './inputs-section.module.css';
import { Section } from './section';
import type { UnitSelection } from './selection';
import { TemplateText } from './template-text';

export interface InputsSectionProps {
  selected: UnitSelection;
}

type Shown = 'template' | 'both' | 'resolved';
const SHOWN = [
  { value: 'template', label: 'Template' },
  { value: 'both', label: 'Both' },
  { value: 'resolved', label: 'Resolved' },
] as const;

/** The inputs of the attempt: each parameter as written and as resolved. */
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
            place={inputPlace(selected, row.path)}
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
          place={inputPlace(selected, [])}
        />
      )}
    </Section>
  );
}

interface RowProps {
  row: InputRow;
  shown: Shown;
  label: string;
  /** The parameter as a value of a lineage. */
  place: string;
  reads: JsonSchema['reads'];
}

/** A parameter of the shown unit, as a value of a lineage. */
function inputPlace({ step, iteration }: UnitSelection, path: InputRow['path']): string {
  return placeText({ of: 'input', step, path: withIteration(iteration, path) });
}

function Row({ row, shown, label, place, reads }: RowProps) {
  const { template, resolved } = row;
  const isExpression = reads === 'expression';
  const bound = reads === 'bound' ? readBound(resolved) : undefined;
  const written =
    template === undefined ? undefined : (
      <Written value={template} label={label} isExpression={isExpression} />
    );
  // A parameter without templates is the same on both sides, so it is shown once.
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
        <LineageButton value={place} of={label} className={styles.lineage} />
      </dt>
      <dd className={styles.cell}>
        {shown !== 'resolved' && !isPlain && written}
        {isPlain && written}
        {shown === 'template' && template === undefined && <span className={styles.quiet}>default</span>}
        {shown !== 'template' && bound !== undefined && <BoundInput bound={bound} label={label} />}
        {shown !== 'template' && bound === undefined && !isPlain && (
          <Resolved row={row} label={label} resolved={resolved} place={place} />
        )}
      </dd>
    </>
  );
}

interface ResolvedProps extends Pick<RowProps, 'row' | 'label' | 'place'> {
  resolved: Json | undefined;
}

function Resolved({ row, label, resolved, place }: ResolvedProps) {
  if (row.isMasked) {
    return (
      <span className={styles.masked}>
        <Icon name="lock" size={12} /> masked, never stored
      </span>
    );
  }
  if (resolved === undefined) return <span className={styles.quiet}>not resolved yet</span>;
  const source = sourceOf(row.template);
  return (
    <ValueText
      value={resolved}
      label={label}
      base={source ?? row.name}
      isReference={source !== undefined}
      place={place}
    />
  );
}

function Written({ value, label, isExpression }: { value: Json; label: string; isExpression: boolean }) {
  if (typeof value === 'string' && (isExpression || isTemplate(value))) {
    return <TemplateText text={value} isExpression={isExpression} />;
  }
  return <ValueText value={value} label={label} base="" />;
}

interface BoundInputProps {
  bound: BoundInputValue;
  /** `query of load`. */
  label: string;
}

/** Text with bound values, as the journal stores it. */
interface BoundInputValue {
  readonly text: string;
  readonly values: readonly Json[];
}

/** Reads an input of the journal as text with bound values; undefined when it is something else. */
function readBound(input: Json | undefined): BoundInputValue | undefined {
  if (!isJsonObject(input) || typeof input.text !== 'string' || !Array.isArray(input.values))
    return undefined;
  return { text: input.text, values: input.values };
}

/** Text as it was sent, and its bound values. */
function BoundInput({ bound, label }: BoundInputProps) {
  return (
    <div className={boundInputStyles.bound}>
      <pre className={boundInputStyles.text}>{bound.text}</pre>
      <table className={boundInputStyles.values} aria-label={`Bound values: ${label}`}>
        <tbody>
          {bound.values.map((value, index) => (
            <tr key={index}>
              <th scope="row">${index + 1}</th>
              <td>
                {JSON.stringify(value).includes(MASK) ? (
                  <span className={boundInputStyles.masked}>masked, never stored</span>
                ) : (
                  <ValueText value={value} label={`$${index + 1}, ${label}`} base="" />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ValueTextProps {
  value: Json;
  /** `url of deploy`. */
  label: string;
  /** Prefix of copied paths. */
  base: string;
  /** Whether `base` is an expression of the pipeline. @default false */
  isReference?: boolean;
  /** As a value of a lineage. @default none */
  place?: string;
}

/**
 * A resolved value: text and numbers inline, objects and lists as a tree, long text shortened with a button to show all
 * of it.
 */
function ValueText({ value, label, base, isReference = false, place }: ValueTextProps) {
  const [open, setOpen] = useState(false);
  const isCompound = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (isCompound)
    return <JsonTree value={value} label={label} base={base} isReference={isReference} place={place} />;
  if (typeof value !== 'string') return <span className={styles.value}>{JSON.stringify(value)}</span>;
  const isCut = value.length > SHOWN_TEXT;
  return (
    <span className={styles.value}>
      {JSON.stringify(isCut ? `${value.slice(0, SHOWN_TEXT)}…` : value)}{' '}
      {(isCut || value.includes('\n')) && (
        <button type="button" className={styles.open} onClick={() => setOpen(true)}>
          Open ({formatBytes(byteLength(value))})
        </button>
      )}
      {open && <TextDialog title={label} text={value} onClose={() => setOpen(false)} />}
    </span>
  );
}
