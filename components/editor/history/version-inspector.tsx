'use client';

import type { ReactNode } from 'react';
import { JsonTree } from '@/components/json-tree/json-tree';
import { titleOf } from '@/components/pipeline-text/step-title';
import { CategoryIcon } from '@/components/ui/category';
import { Icon } from '@/components/ui/icon';
import { Tag } from '@/components/ui/tag';
import type { Json, PipelineDocument, StepChange, StepDocument } from '@/engine';
import { CHANGE_LOOKS } from '../canvas/change-badge';
import inspectorStyles from '../inspector/inspector.module.css';
import { Section } from '../inspector/section';
import { selectStep } from '../model/derived';
import { useDescriptors, useEditor, useSession } from '../use-editor';
import styles from './version-inspector.module.css';
import { versionTitle } from './version-words';

export interface VersionInspectorProps {
  version: number;
  name: string | null;
}

/** The selection in a previewed version, or the version as a whole, read-only. */
export function VersionInspector({ version, name }: VersionInspectorProps) {
  const document = useEditor((state) => state.document);
  const selected = useEditor(({ selection }) => selection.steps.at(-1));
  const step = selected === undefined ? undefined : selectStep(document, selected);
  return (
    <section className={inspectorStyles.inspector} aria-label="Version details">
      <p className={styles.note}>
        <Icon name="lock" size={12} />
        {versionTitle({ version, name })}, read-only. Select Restore to edit it.
      </p>
      {step === undefined ? <WholeVersion document={document} /> : <VersionStep key={step.id} step={step} />}
    </section>
  );
}

/** The values of the pipeline. */
function WholeVersion({ document }: { document: PipelineDocument }) {
  const { name, description, params, outputs, settings } = document;
  return (
    <div className={inspectorStyles.body}>
      <h2 className={inspectorStyles.heading}>Pipeline</h2>
      <Values title="Details" of={{ name, description }} changed={NOTHING} />
      <Values title="Run parameters" of={params} changed={NOTHING} />
      <Values title="Outputs" of={outputs} changed={NOTHING} />
      <Values title="Settings" of={settings} changed={NOTHING} />
    </div>
  );
}

/** One step of the version. */
function VersionStep({ step }: { step: StepDocument }) {
  const { changes } = useSession();
  const descriptors = useDescriptors();
  const document = useEditor((state) => state.document);
  const descriptor = descriptors.find(step.action);
  const change = changes?.get(step.id);
  const changed = new Set(change?.keys);
  const { id, name: _name, action, params, ...behaviour } = step;
  return (
    <>
      <header className={styles.header}>
        <CategoryIcon
          category={descriptor?.category ?? 'param'}
          icon={descriptor?.icon ?? 'warn'}
          size="md"
        />
        <div className={styles.text}>
          <h2 className={styles.title}>{titleOf(document, id, descriptors)}</h2>
          <p className={styles.facts}>
            {id} · {action}
          </p>
          {change !== undefined && <Difference change={change} />}
        </div>
      </header>
      <div className={inspectorStyles.body}>
        <Values title="Parameters" of={params} prefix="params." changed={changed} />
        <Values title="Behaviour" of={behaviour} changed={changed} />
      </div>
    </>
  );
}

/** How the step differs, and in which keys. */
function Difference({ change: { change, keys } }: { change: StepChange }) {
  const { icon, word } = CHANGE_LOOKS[change];
  return (
    <p className={styles.difference}>
      <Tag icon={icon}>{word}</Tag> {keys.join(', ')}
    </p>
  );
}

const NOTHING: ReadonlySet<string> = new Set();

interface ValuesProps {
  title: string;
  /** Keys and their values; undefined values are left out. */
  of: object | undefined;
  /** Keys that differ, after the prefix. */
  changed: ReadonlySet<string>;
  prefix?: string;
}

function Values({ title, of = {}, changed, prefix = '' }: ValuesProps) {
  const entries = Object.entries(of).filter(([, value]) => value !== undefined);
  return (
    <Section title={title} hint={entries.length === 0 ? 'none' : undefined}>
      <dl className={styles.values}>
        {entries.map(([key, value]) => (
          <div key={key} className={styles.value} data-changed={changed.has(`${prefix}${key}`) || undefined}>
            <dt className={styles.key}>
              {key}
              {changed.has(`${prefix}${key}`) && <span className={styles.changed}>changed</span>}
            </dt>
            <dd>{valueText(key, value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Text unchanged, objects and lists as a tree. */
function valueText(key: string, value: Json): ReactNode {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return <JsonTree value={value} label={key} base={key} />;
  return <pre className={styles.written}>{typeof value === 'string' ? value : JSON.stringify(value)}</pre>;
}
