import type { MouseEvent } from 'react';
import { expressionParts, templateTextParts } from '@/components/pipeline-text/template-parts';
import { iterationToShow } from '@/components/run-state/iteration-cells';
import { useOptionalLens } from '@/components/run-state/run-context';
import { unitStatus } from '@/components/run-state/status';
import { useRunContact } from '@/components/run-state/use-run';
import { CategoryIcon } from '@/components/ui/category';
import { clsx } from '@/components/ui/clsx';
import type { Status } from '@/components/ui/status';
import { isJsonObject, type Json, type StepDocument } from '@/engine';
import { BreakpointMark } from '../breakpoints/breakpoint-mark';
import { focusField } from '../inspector/focus-field';
import { authorSpelling } from '../model/branches';
import { innerActionFields } from '../model/card-size';
import { cardSentence } from '../model/sentence';
import { useDescriptors } from '../use-editor';
import { CardFrame } from './card-frame';
import { CardHead } from './card-head';
import { CardStrip } from './card-strip';
import type { CardView } from './card-view';
import { chosenIteration, innerStatus } from './inner-status';
import styles from './loop-card.module.css';
import { LoopCells } from './loop-cells';
import { loopFacts } from './loop-facts';
import { RunStrip, type RunStripProps, StatusStrip } from './run-strip';
import { SentenceParts } from './sentence-parts';
import frame from './step-node.module.css';

export interface LoopCardProps {
  view: CardView;
  label: string;
}

/** The card of a loop, with a card of its inner action inside. */
export function LoopCard({ view, label }: LoopCardProps) {
  const { step, descriptor, unit, lens } = view;
  const items = step.params?.items;
  return (
    <CardFrame view={view} label={label} hasInnerCard className={frame.loop}>
      <CardHead view={view}>
        <span className={styles.loopEach}>
          for each <SentenceParts parts={itemParts(items)} />
        </span>
      </CardHead>
      {lens && <LoopCells stepId={step.id} unit={unit} className={styles.cells} />}
      <ul className={clsx(styles.items, lens && styles.belowCells)} aria-label="Loop details">
        {loopFacts(step, descriptor, lens ? { unit } : undefined).map(({ key, text, quiet }) => (
          <li key={text} className={quiet ? styles.quiet : undefined}>
            <span className={styles.itemNumber}>{key}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <svg className={clsx(styles.innerWire, lens && styles.belowCells)} aria-hidden>
        <path d="M0 10H26" />
        <polygon points="32,10 25,5.5 25,14.5" />
      </svg>
      <InnerCard view={view} />
      <span className={clsx(styles.innerMark, lens && styles.belowCells)}>
        <BreakpointMark step={step.id} of="iterations" />
      </span>
    </CardFrame>
  );
}

/** The card of the action that the loop performs for each item. */
function InnerCard({ view }: { view: CardView }) {
  const descriptors = useDescriptors();
  const { step, unit, status, lens } = view;
  const inner = innerStep(view);
  const descriptor = inner === undefined ? undefined : descriptors.find(inner.action);
  const category = descriptor?.category ?? 'param';
  const iterations = lens ? unit?.iterations : undefined;
  const run = useOptionalLens();
  const onClick = (event: MouseEvent) => {
    if (iterations === undefined || iterations.total === 0) return;
    event.stopPropagation();
    run?.setFocus({ step: step.id, iteration: [iterationToShow(iterations)] });
  };
  const field = innerActionFields(view.descriptor)?.action;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the inspector of the step has the same for keyboards.
    <div
      className={clsx(styles.inner, lens && styles.belowCells)}
      data-category={category}
      data-inner-card
      onClick={onClick}
      onDoubleClick={() => !lens && focusField(step.id, `params.${field}`)}
    >
      <div className={frame.head}>
        <CategoryIcon category={category} icon={descriptor?.icon ?? 'plus'} size="md" />
        <div className={frame.names}>
          <div className={frame.title}>{descriptor?.title ?? 'Choose an action'}</div>
          <div className={frame.id}>{inner?.action ?? 'runs for each item'}</div>
        </div>
      </div>
      {!lens && inner !== undefined && (
        <div className={frame.body}>
          <SentenceParts parts={cardSentence(inner, descriptor)} />
        </div>
      )}
      {lens && status !== undefined && <LoopStrip view={view} status={status} />}
    </div>
  );
}

/** What a re-run does with the loop, or how its iterations stand. */
function LoopStrip({ view, status }: { view: CardView; status: Status }) {
  const { planned, unit, step } = view;
  if (planned || unit?.reusedFrom !== undefined) return <CardStrip view={view} status={status} />;
  return <InnerStrip unit={unit} stepId={step.id} status={status} />;
}

/** The chosen iteration at the bottom of the inner card, or how all iterations stand. */
function InnerStrip({ unit, stepId, status }: RunStripProps) {
  const focus = useOptionalLens()?.focus;
  const contact = useRunContact();
  const chosen = focus?.step === stepId ? chosenIteration(unit, focus.iteration) : undefined;
  if (chosen) {
    const own = unitStatus(chosen.unit, contact.state);
    return (
      <div data-status={own}>
        <RunStrip unit={chosen.unit} stepId={stepId} status={own} prefix={`#${chosen.index + 1}`} />
      </div>
    );
  }
  const all = innerStatus(unit, status);
  if (!all) return <RunStrip unit={unit} stepId={stepId} status={status} />;
  return (
    <div data-status={all.status}>
      <StatusStrip status={all.status} word={all.text} />
    </div>
  );
}

function innerStep({ step, descriptor }: CardView): StepDocument | undefined {
  const fields = innerActionFields(descriptor);
  if (fields === undefined) return undefined;
  const action = step.params?.[authorSpelling(step, descriptor, fields.action)];
  if (typeof action !== 'string' || action === '') return undefined;
  const params =
    fields.params === undefined ? {} : step.params?.[authorSpelling(step, descriptor, fields.params)];
  return { id: step.id, action, params: isJsonObject(params) ? params : {} };
}

function itemParts(items: Json | undefined) {
  if (items === undefined || items === '') return [{ kind: 'missing', text: 'item of a list' } as const];
  if (Array.isArray(items)) return [{ kind: 'value', text: `of ${items.length} items` } as const];
  const text = String(items);
  return text.includes('{{') ? templateTextParts(text) : expressionParts(text);
}
