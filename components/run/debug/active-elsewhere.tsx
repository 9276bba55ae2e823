import { useCallback } from 'react';
import { stepTitle } from '@/components/run-state/definition';
import { countIterations } from '@/components/run-state/iteration-cells';
import type { OpenPause } from '@/components/run-state/pauses';
import { useLens } from '@/components/run-state/run-context';
import { useRunState } from '@/components/run-state/use-run';
import { formatCount } from '@/components/ui/format';
import { StatusGlyph } from '@/components/ui/status';
import type { RunState, UnitState } from '@/engine';
import styles from './pause-bar.module.css';

export interface ActiveElsewhereProps {
  paused: readonly OpenPause[];
}

/** What runs on while some steps are paused: `Score prompts still running, 12 / 24`. Nothing when nothing does. */
export function ActiveElsewhere({ paused }: ActiveElsewhereProps) {
  const { definition } = useLens();
  const read = useCallback(
    (run: RunState) => activeSteps(run, new Set(paused.map(({ step }) => step))),
    [paused],
  );
  const active = useRunState(read) ?? [];
  const [first] = active;
  if (first === undefined) return null;
  const text =
    active.length === 1
      ? `${stepTitle(definition, first.step)} still running${first.progress}`
      : `${formatCount(active.length, 'step')} still running`;
  return (
    <span className={styles.active} data-status="running">
      <StatusGlyph status="running" />
      {text}
    </span>
  );
}

interface ActiveStep {
  readonly step: string;
  /** `, 12 / 24` of a loop. */
  readonly progress: string;
}

function activeSteps({ steps }: RunState, paused: ReadonlySet<string>): ActiveStep[] {
  return [...steps].flatMap(([step, unit]) => {
    const isActive = (unit.status === 'running' || unit.status === 'retrying') && !paused.has(step);
    return isActive ? [{ step, progress: progressOf(unit) }] : [];
  });
}

function progressOf({ iterations, chunks }: UnitState): string {
  if (chunks) return `, ${chunks.completed + chunks.failed} / ${chunks.total}`;
  if (!iterations) return '';
  const { completed = 0, failed = 0 } = countIterations(iterations);
  return `, ${completed + failed} / ${iterations.total}`;
}
