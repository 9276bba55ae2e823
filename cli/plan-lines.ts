import type { RerunDecision } from '@/engine';
import type { LedgerRecord, PlannedStepRecord, PlanRecord } from '@/lib/contracts/reruns';

const GLYPHS: Readonly<Record<RerunDecision, string>> = {
  execute: '▷',
  reuse: '≡',
  skip: '⤼',
  unknown: '?',
};

/** The plan of a run as lines: every step, every side effect, and why it cannot start. @param title its first line */
export function planLines(title: string, { steps, ledger, problem }: PlanRecord): string[] {
  return [
    title,
    ...steps.map(stepLine),
    ...(ledger.length === 0 ? ['No side effects.'] : ['Side effects:', ...ledger.map(ledgerLine)]),
    ...(problem === null ? [] : [`✕ ${problem}`]),
  ];
}

function stepLine({ step, do: what, text, iterations }: PlannedStepRecord): string {
  const some = iterations ? ` ${iterations.reused} of ${iterations.total} iterations are reused.` : '';
  return `${GLYPHS[what]} ${step} ${what}: ${text}${some}`;
}

function ledgerLine({ step, text, effect, repeats, uncertain }: LedgerRecord): string {
  const facts = [
    repeats ? 'repeated' : 'first time',
    ...(uncertain ? ['possible'] : []),
    ...(effect === 'destructive' ? [`destructive, allow it with --confirm ${step}`] : []),
  ];
  return `  ${text} (${step}; ${facts.join('; ')})`;
}
