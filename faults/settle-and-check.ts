import { checkStage, type Findings } from './check';
import { countViolations, describeFindings, quantile } from './report';
import type { ScenarioResult } from './scenario';
import type { Stage } from './stage';

/** Time limit for a takeover after the end of a lease, in ms. */
const TAKEOVER_LIMIT_MS = 500;

/** Waits until all runs have ended and checks the stage. */
export async function settleAndCheck(
  stage: Stage,
  options: {
    /** The first line of the report. */
    readonly done: string;
    /** Processes were suspended or disconnected and continued: an effect in flight may arrive late. */
    readonly zombies?: boolean;
    /** Whether the limit of takeovers applies: not while the database is unavailable. */
    readonly takeovers?: boolean;
    /** Further problems. */
    readonly problems?: readonly string[];
  },
): Promise<ScenarioResult & { readonly findings: Findings }> {
  const open = await stage.settled();
  const findings = await checkStage(stage, { zombies: options.zombies ?? false });
  const late = quantile(findings.takeovers, 0.99);
  const problems = [
    ...(options.problems ?? []),
    ...(open.length > 0 && stage.observer.refusal
      ? [`an answer was refused: ${stage.observer.refusal}`]
      : []),
    ...(countViolations(findings) > 0 ? ['the checker found violations'] : []),
    ...(open.length > 0 ? [`${open.length} runs did not end: ${open.slice(0, 5).join(', ')}`] : []),
  ];
  if (options.takeovers && late > TAKEOVER_LIMIT_MS) {
    problems.push(`takeover p99 is ${Math.round(late)} ms after the lease's end, not ${TAKEOVER_LIMIT_MS}`);
  }
  const { answered, released } = stage.observer;
  const asked = `${answered} questions answered, ${released} runs taken out of quarantine`;
  return { lines: [`${options.done}; ${asked}`, ...describeFindings(findings)], problems, findings };
}
