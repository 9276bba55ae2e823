import { cardSentence } from '../model/sentence';
import { CardFooter } from './card-footer';
import { CardFrame } from './card-frame';
import { CardHead } from './card-head';
import type { CardView } from './card-view';
import { RunStrip } from './run-strip';
import { SentenceParts } from './sentence-parts';
import styles from './step-node.module.css';

export interface FullCardProps {
  view: CardView;
  label: string;
}

/** The whole card: head, sentence, and a footer or the run strip. */
export function FullCard({ view, label }: FullCardProps) {
  const { step, descriptor, unit, status } = view;
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
      {status === undefined ? (
        <CardFooter step={step} />
      ) : (
        <RunStrip unit={unit} stepId={step.id} status={status} />
      )}
    </CardFrame>
  );
}
