import { type Findings, VIOLATIONS } from './check';

/** The outcome of a scenario. */
export interface Outcome {
  readonly name: string;
  /** `NOT RUN` when this machine cannot produce the fault. */
  readonly result: 'passed' | 'FAILED' | 'NOT RUN';
  /** One figure per line. */
  readonly lines: readonly string[];
  readonly problems: readonly string[];
  readonly seconds: number;
}

/** A quantile of a sorted list. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Formats findings, with up to five examples of each violation. */
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

export function countViolations({ violations }: Findings): number {
  return VIOLATIONS.reduce((sum, kind) => sum + violations[kind].length, 0);
}
