import type { FirstLook } from '@/components/run-state/first-look';
import { resultOrigin } from '@/components/run-state/reused';
import { useOptionalLens } from '@/components/run-state/run-context';
import { formatDuration } from '@/components/ui/format';
import { STATUS_LOOKS, type Status } from '@/components/ui/status';
import type { PlannedStepRecord } from '@/lib/contracts/reruns';
import type { CardView } from './card-view';
import { RunStrip, StatusStrip } from './run-strip';

export interface CardStripProps {
  view: CardView;
  status: Status;
}

/** The strip of a card: what a prepared re-run does with the step, where it was executed, or its status in the run. */
export function CardStrip({ view: { planned, first, unit, step }, status }: CardStripProps) {
  const detail = useOptionalLens()?.detail;
  if (planned)
    return <StatusStrip status={status} {...plannedLine(planned, detail?.number)} title={planned.text} />;
  if (first) return <StatusStrip status={status} word={firstWord(first)} />;
  const word = resultOrigin(unit, detail);
  if (word === undefined) return <RunStrip unit={unit} stepId={step.id} status={status} />;
  return (
    <StatusStrip
      status={status}
      word={word}
      detail={unit?.error?.message}
      title={unit?.given ? `Output ${word}: not executed` : `Reused ${word}`}
    />
  );
}

/** The duration, as the journal will show it, or the status. */
function firstWord({ status, durationMs }: FirstLook): string {
  const isTimed = status === 'completed' && durationMs !== undefined;
  return isTimed ? formatDuration(durationMs) : STATUS_LOOKS[status].word;
}

function plannedLine({ do: what, reason, text, iterations }: PlannedStepRecord, run: number | undefined) {
  const some = iterations
    ? `${iterations.total - iterations.reused} of ${iterations.total} iterations`
    : text;
  if (reason === 'pinned' || reason === 'entered') return { word: reason };
  if (what === 'reuse') return { word: run === undefined ? STATUS_LOOKS.reused.word : `from #${run}` };
  if (what === 'skip') return { word: STATUS_LOOKS.skipped.word, detail: text };
  return { word: what === 'execute' ? STATUS_LOOKS.planned.word : 'May execute', detail: some };
}
