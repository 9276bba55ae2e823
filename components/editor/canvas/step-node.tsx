import { memo } from 'react';
import type { NodeProps } from 'reactflow';
import { StepDownload } from '@/components/models/step-download';
import { stepTitle } from '@/components/pipeline-text/step-title';
import { expressionParts } from '@/components/pipeline-text/template-parts';
import { usePlannedStep } from '@/components/run-state/rerun-preview';
import { useOptionalLens } from '@/components/run-state/run-context';
import type { RunContact } from '@/components/run-state/run-store';
import { plannedStatus, unitStatus } from '@/components/run-state/status';
import { useFirstLook, useRunContact, useRunLens, useStepRun } from '@/components/run-state/use-run';
import { Icon } from '@/components/ui/icon';
import type { Status } from '@/components/ui/status';
import type { StepDocument } from '@/engine';
import { MODEL_ADD } from '@/engine/models';
import { cardHandles, innerActionFields } from '../model/card-size';
import { selectStep } from '../model/derived';
import { cardSentence } from '../model/sentence';
import { useEditor, useObservable, useSession, useStepProblems } from '../use-editor';
import { CardFrame } from './card-frame';
import { CardHead } from './card-head';
import { CardStrip } from './card-strip';
import { type CardView, describeCard } from './card-view';
import { CompactCard } from './compact-card';
import type { StepFlowNode } from './flow-types';
import { LoopCard } from './loop-card';
import { SentenceParts } from './sentence-parts';
import styles from './step-node.module.css';
import { TileCard } from './tile-card';

/** A step on the canvas. Its only data is the step's id; it selects the rest from the stores. */
export const StepNode = memo(
  function StepNode({ data, selected, width, height }: NodeProps<StepFlowNode>) {
    const { stepId } = data;
    const session = useSession();
    const step = useEditor((state) => selectStep(state.document, stepId));
    const detail = useObservable(session.zoom, (value) => value);
    const problems = useStepProblems(stepId);
    const lens = useRunLens();
    const unit = useStepRun(stepId);
    const first = useFirstLook(stepId);
    const contact = useRunContact();
    const planned = usePlannedStep(stepId);
    if (step === undefined) return null;
    const descriptor = session.descriptors.find(step.action);
    const view: CardView = {
      step,
      descriptor,
      title: stepTitle(step, descriptor),
      problems: lens.active ? [] : problems,
      selected,
      lens: lens.active,
      unit,
      status: lens.active ? statusOf({ unit, contact, planned, first }) : undefined,
      planned,
      first,
      size: { width: width ?? 264, height: height ?? 100 },
      handleCount: cardHandles(step, descriptor, true).length,
    };
    const label = describeCard(view);
    if (detail === 'tile') return <TileCard view={view} label={label} />;
    if (detail === 'compact') return <CompactCard view={view} label={label} />;
    if (innerActionFields(descriptor) !== undefined) return <LoopCard view={view} label={label} />;
    return <FullCard view={view} label={label} />;
  },
  (a, b) => a.data === b.data && a.selected === b.selected && a.width === b.width && a.height === b.height,
);

type Known = Pick<CardView, 'unit' | 'planned' | 'first'> & { readonly contact: RunContact };

/** What a prepared re-run does with a step, or its status in the run. */
function statusOf({ unit, planned, first, contact }: Known): Status {
  if (planned) return plannedStatus(planned.do);
  return first?.status ?? unitStatus(unit, contact.state);
}

interface FullCardProps {
  view: CardView;
  label: string;
}

/** The whole card: head, sentence, and a footer or the run strip. */
function FullCard({ view, label }: FullCardProps) {
  const { step, descriptor, unit, status } = view;
  const lens = useOptionalLens();
  return (
    <CardFrame view={view} label={label}>
      <CardHead view={view} />
      <div className={styles.body}>
        {descriptor === undefined ? (
          `Unknown action: ${step.action}`
        ) : (
          <SentenceParts parts={cardSentence(step, descriptor)} />
        )}
      </div>
      {lens !== undefined && unit?.action === MODEL_ADD && unit.status === 'running' && (
        <StepDownload runId={lens.runId} stepId={step.id} className={styles.download} />
      )}
      {status === undefined ? <CardFooter step={step} /> : <CardStrip view={view} status={status} />}
    </CardFrame>
  );
}

interface CardFooterProps {
  step: StepDocument;
}

/** Condition, retry and timeout of a step, where set. */
function CardFooter({ step }: CardFooterProps) {
  const { condition, retry, timeout_seconds: timeout } = step;
  const attempts = retry?.max_attempts;
  const rows = [
    step.disabled === true && (
      <span key="disabled" className={styles.tag}>
        <Icon name="skipped" size={12} />
        disabled
      </span>
    ),
    condition !== undefined && condition !== '' && (
      <span key="condition" className={styles.tag} title={condition}>
        <Icon name="bolt" size={12} />
        <span className={styles.tagText}>if {conditionText(condition)}</span>
      </span>
    ),
    retry !== undefined && (
      <span key="retry" className={styles.tag}>
        <Icon name="retrying" size={12} />
        {attempts ?? 1}×
        {retry.backoff_multiplier === undefined ? '' : ` · ${retry.backoff_multiplier.toFixed(1)}`}
      </span>
    ),
    timeout !== undefined && (
      <span key="timeout" className={styles.tag}>
        <Icon name="wait_until" size={12} />
        {timeout} s
      </span>
    ),
    step.on_failure === 'continue' && (
      <span key="continue" className={styles.tag}>
        <Icon name="right" size={12} />
        continues on failure
      </span>
    ),
  ].filter(Boolean);
  return rows.length === 0 ? null : <div className={styles.foot}>{rows}</div>;
}

/** `steps.a.status == "failed"` becomes `a failed`; other conditions are shortened. */
function conditionText(condition: string): string {
  const status = /^\s*steps\.([\w-]+)\.status\s*==\s*["'](\w+)["']\s*$/.exec(condition);
  if (status !== null) return `${status[1]} ${status[2]}`;
  return expressionParts(condition)
    .map(({ text }) => text)
    .join('');
}
