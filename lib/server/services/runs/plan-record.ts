import { type Diagnostic, type RerunPlan, rerunReasonText, sha256 } from '@/engine';
import type { PlanRecord } from '@/lib/contracts/reruns';
import { Invalid } from '../errors';

/** A plan as pages and programs see it. @param run the run whose results it takes over: `#128` */
export function recordOfPlan({ steps, ledger, problem }: RerunPlan, run: string): PlanRecord {
  return {
    steps: steps.map((planned) => ({
      step: planned.step,
      do: planned.do,
      reason: planned.reason,
      text: rerunReasonText(planned, run),
      skip: planned.skip ?? null,
      iterations: planned.iterations
        ? { total: planned.iterations.total, reused: planned.iterations.reused.length }
        : null,
    })),
    ledger: ledger.map((entry) => ({ ...entry, count: entry.count ?? null })),
    problem: problem ?? null,
  };
}

/** A record with a key that changes with it. @param more what else the key depends on */
export function keyed<T extends object>(record: T, more: unknown = null): T & { readonly key: string } {
  const parts = more === null ? record : [record, more];
  return { ...record, key: sha256(JSON.stringify(parts)) };
}

/** The refusal for a definition or params with problems. */
export function refused(what: string, problems: readonly Diagnostic[]): Invalid {
  const rest = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`;
  return new Invalid(`${what}: ${problems[0]?.message ?? 'unknown.'}${rest}`, { details: problems });
}
