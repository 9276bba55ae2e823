'use client';

import { type ReactNode, useCallback, useState } from 'react';
import { stepTitle } from '@/components/run-state/definition';
import { useLens } from '@/components/run-state/run-context';
import { useRunState, useStepRun } from '@/components/run-state/use-run';
import { Icon } from '@/components/ui/icon';
import { STATUS_LOOKS, StatusGlyph } from '@/components/ui/status';
import { ancestors, isJsonObject, type Payload, type RunState } from '@/engine';
import { Section } from '../inspector/section';
import type { UnitSelection } from '../inspector/selection';
import { PayloadView } from '../payload-view';
import styles from './scope-section.module.css';

export interface ScopeSectionProps {
  selected: UnitSelection;
}

/** The values that the expressions of a paused unit can read: params, outputs of steps before it, its item. */
export function ScopeSection({ selected }: ScopeSectionProps) {
  const { definition } = useLens();
  const { step } = selected;
  const run = useRunState(useCallback((state: RunState) => ({ ...state }), []));
  if (definition === undefined || run === undefined) return null;
  const before = ancestors(definition.graph, step);
  const order = definition.graph.order.filter((id) => before.has(id));
  return (
    <Section id="run-scope" title="In scope" end={<span>values {step} can read</span>}>
      <ul className={styles.list}>
        <Value name="params" payload={{ value: { ...run.params } }} base="params" />
        {Object.keys(run.signals).length > 0 &&
          Object.entries(run.signals).map(([name, payload]) => (
            <Value key={name} name={`signals.${name}`} payload={payload} base={`signals.${name}`} />
          ))}
        <ItemValues selected={selected} />
        {order.map((id) => (
          <StepValue key={id} step={id} />
        ))}
      </ul>
    </Section>
  );
}

/** The item and the index of an iteration. */
function ItemValues({ selected: { loops } }: ScopeSectionProps) {
  const level = loops.findLast(({ chosen }) => chosen !== undefined);
  if (level?.chosen === undefined) return null;
  const { chosen, iterations } = level;
  const item = iterations.items[chosen - iterations.first];
  const name = iterations.as ?? 'item';
  return (
    <>
      {item && <Value name={name} payload={item} base={name} />}
      {iterations.as === undefined && <Value name="index" payload={{ value: chosen }} base="index" />}
    </>
  );
}

/** The output of a step, or why it has none. */
function StepValue({ step }: { step: string }) {
  const { definition } = useLens();
  const unit = useStepRun(step);
  const status = unit?.status ?? 'pending';
  const title = stepTitle(definition, step);
  if (unit?.output !== undefined)
    return <Value name={step} title={title} payload={unit.output} base={`steps.${step}.output`} />;
  return (
    <li className={styles.row}>
      <span className={styles.name} title={title}>
        {step}
      </span>
      <span className={styles.status} data-status={status}>
        <StatusGlyph status={status} size={12} />
        {STATUS_LOOKS[status].word.toLowerCase()}
      </span>
      <span className={styles.type}>{unit?.error?.message ?? 'no output'}</span>
    </li>
  );
}

interface ValueProps {
  name: string;
  title?: string;
  payload: Payload;
  /** The expression that reads it. */
  base: string;
}

/** One value, as a tree once it is opened. A short one is shown on its line. */
function Value({ name, title, payload, base }: ValueProps) {
  const [isOpen, setOpen] = useState(false);
  const short = shortText(payload);
  if (short !== undefined)
    return (
      <li className={styles.row}>
        <span className={styles.name} title={title}>
          {name}
        </span>
        <code className={styles.value}>{short}</code>
      </li>
    );
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        title={title}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'right'} size={12} />
        <span className={styles.name}>{name}</span>
        <span className={styles.type}>{typeOf(payload)}</span>
      </button>
      {isOpen && (
        <Indented>
          <PayloadView payload={payload} label={name} base={base} isReference fileName={`${name}.json`} />
        </Indented>
      )}
    </li>
  );
}

function Indented({ children }: { children: ReactNode }) {
  return <div className={styles.open}>{children}</div>;
}

/** Longest value on the line of its name, in characters. */
const LONGEST = 60;

function shortText(payload: Payload): string | undefined {
  if ('ref' in payload || (typeof payload.value === 'object' && payload.value !== null)) return undefined;
  const text = JSON.stringify(payload.value);
  return text.length > LONGEST ? undefined : text;
}

function typeOf(payload: Payload): string {
  if ('ref' in payload) return payload.summary;
  const { value } = payload;
  if (Array.isArray(value)) return `array ${value.length}`;
  return isJsonObject(value) ? `object ${Object.keys(value).length}` : typeof value;
}
