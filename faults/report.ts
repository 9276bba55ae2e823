import { type Findings, VIOLATIONS } from './check';

/** What came out of one scenario. */
export interface Outcome {
  readonly name: string;
  /** `not run` with the reason when this machine cannot make the fault. */
  readonly result: 'passed' | 'FAILED' | 'NOT RUN';
  /** Figures, a line each. */
  readonly lines: readonly string[];
  /** What should not be. */
  readonly problems: readonly string[];
  readonly seconds: number;
}

/** The value below which the given share of a sorted list lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Figures of a finding in words, violations with up to five examples each. */
export function describeFindings(findings: Findings): string[] {
  const { runs, effects, interrupted, doubled, takeovers, violations } = findings;
  const lines = [
    `${runs} runs, ${effects} effects, ${interrupted} attempts interrupted, ${doubled} effects in flight done again`,
    VIOLATIONS.map((kind) => `${kind} ${violations[kind].length}`).join(', '),
  ];
  if (takeovers.length > 0) {
    const [p50, p99, max] = [0.5, 0.99, 1].map((share) => Math.round(quantile(takeovers, share)));
    lines.push(
      `${takeovers.length} takeovers, after the lease's end: p50 ${p50} ms, p99 ${p99} ms, most ${max} ms`,
    );
  }
  for (const kind of VIOLATIONS)
    lines.push(...violations[kind].slice(0, 5).map((each) => `${kind}: ${each}`));
  return lines;
}

/** How many violations there are in all. */
export function countViolations({ violations }: Findings): number {
  return VIOLATIONS.reduce((sum, kind) => sum + violations[kind].length, 0);
}
