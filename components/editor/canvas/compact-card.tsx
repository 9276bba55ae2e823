import { CategoryIcon } from '@/components/ui/category';
import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { STATUS_LOOKS } from '@/components/ui/status';
import { innerActionFields } from '../model/card-size';
import { useIsToFillIn } from '../use-editor';
import { CardFrame } from './card-frame';
import { type CardView, shortTitle, worst } from './card-view';
import styles from './compact-card.module.css';
import { LoopCells } from './loop-cells';
import { loopFacts } from './loop-facts';

export interface CompactCardProps {
  view: CardView;
  label: string;
}

/** A card at a zoom of 30 to 60 %: icon, title and one glyph, in the same frame. A loop keeps its strip and counts. */
export function CompactCard({ view, label }: CompactCardProps) {
  const { descriptor, status, problems, size } = view;
  const isToFillIn = useIsToFillIn(problems);
  const severity = isToFillIn ? undefined : worst(problems);
  const isLoop = innerActionFields(descriptor) !== undefined;
  return (
    <CardFrame
      view={view}
      label={label}
      className={clsx(styles.compact, isLoop && styles.loop)}
      style={{ height: size.height, width: size.width }}
    >
      <div className={styles.line}>
        <CategoryIcon
          category={descriptor?.category ?? 'param'}
          icon={descriptor?.icon ?? 'warn'}
          size="md"
          className={styles.icon}
        />
        <div className={styles.title}>{shortTitle(view)}</div>
        {status !== undefined && <Icon name={STATUS_LOOKS[status].icon} size={24} className={styles.glyph} />}
        {isToFillIn && <Icon name="pencil" size={24} label="to fill in" className={styles.glyph} />}
        {severity !== undefined && (
          <span data-status={severity === 'error' ? 'failed' : 'stale'}>
            <Icon name={severity === 'error' ? 'err' : 'warn'} size={24} className={styles.glyph} />
          </span>
        )}
      </div>
      {isLoop && <LoopLine view={view} />}
    </CardFrame>
  );
}

/** The strip of a loop and its counts; its limits while no run is shown. */
function LoopLine({ view: { step, descriptor, unit, lens } }: { view: CardView }) {
  const facts = loopFacts(step, descriptor, lens ? { unit } : undefined);
  return (
    <>
      {lens && <LoopCells stepId={step.id} unit={unit} className={styles.cells} />}
      <div className={styles.counts}>{facts.map(({ text }) => text).join(' · ')}</div>
    </>
  );
}
