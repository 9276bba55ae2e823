import { checkStage, type Findings } from './check';
import { countViolations, describeFindings, quantile } from './report';
import type { ScenarioResult } from './scenario';
import type { Stage } from './stage';

/** How long after the end of a lease a run may wait for its next worker, ms. */
const TAKEOVER_LIMIT_MS = 500;

/** Waits until all runs have ended and judges the stage. */
export async function verdict(
  stage: Stage,
  options: {
    /** What was done, first of the lines. */
    readonly done: string;
    /** Processes stood still or were cut off and went on: an effect in flight may come late. */
    readonly zombies?: boolean;
    /** Whether takeovers must keep to their limit: not while the database is away. */
    readonly takeovers?: boolean;
    /** Further problems found on the way. */
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
