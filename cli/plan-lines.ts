import type { RerunDecision } from '@/engine';
import type { PlannedStepRecord, RerunPlanRecord } from '@/lib/contracts/reruns';

const GLYPHS: Readonly<Record<RerunDecision, string>> = {
  execute: '▷',
  reuse: '≡',
  skip: '⤼',
  unknown: '?',
};

/** The plan of a re-run as lines: every step, every side effect, and why it cannot start. */
export function planLines({ steps, ledger, problem, run, version }: RerunPlanRecord): string[] {
  const of = version === null ? 'the draft' : `v${version}`;
  return [
    `Re-run of #${run} with ${of}`,
    ...steps.map(stepLine),
    ...(ledger.length === 0 ? ['No side effects.'] : ['Side effects:', ...ledger.map(ledgerLine)]),
    ...(problem === null ? [] : [`✕ ${problem}`]),
  ];
}

function stepLine({ step, do: what, text, iterations }: PlannedStepRecord): string {
  const some = iterations ? ` ${iterations.reused} of ${iterations.total} iterations are reused.` : '';
  return `${GLYPHS[what]} ${step} ${what}: ${text}${some}`;
}

function ledgerLine({ step, text, effect, repeats, uncertain }: RerunPlanRecord['ledger'][number]): string {
  const facts = [
    repeats ? 'repeated' : 'first time',
    ...(uncertain ? ['possible'] : []),
    ...(effect === 'destructive' ? [`destructive, allow it with --confirm ${step}`] : []),
  ];
  return `  ${text} (${step}; ${facts.join('; ')})`;
}
