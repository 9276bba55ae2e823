import { formatCount } from '@/components/ui/format';
import type { Status } from '@/components/ui/status';
import type { TestResultRecord, TestResults } from '@/lib/contracts/pipeline-tests';

/** State and word of a test after its last run. */
export interface TestLook {
  readonly status: Status;
  readonly word: string;
}

/** How a test stands: passed, failed with differences, or not run at all. */
export function lookOf(result: TestResultRecord | undefined, isRunning: boolean): TestLook {
  if (isRunning) return { status: 'running', word: 'Running' };
  if (result === undefined) return { status: 'pending', word: 'Not run' };
  if (result.passed) return { status: 'completed', word: 'Passed' };
  if (result.status === null) return { status: 'failed', word: 'Invalid' };
  return { status: 'failed', word: 'Failed' };
}

/** The result of several tests as a sentence, for screen readers: `3 tests ran: 2 passed, 1 failed: Orders.` */
export function resultText({ passed, failed, results }: TestResults): string {
  const count = formatCount(results.length, 'test');
  if (failed === 0) return passed === 1 ? `${results[0]?.name ?? 'The test'} passed.` : `${count} passed.`;
  const names = results.filter((each) => !each.passed).map(({ name }) => name);
  const shown = names.slice(0, MAX_NAMES).join(', ');
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${count} ran: ${passed} passed, ${failed} failed: ${shown}${more}.`;
}

/** Most names in a sentence. */
const MAX_NAMES = 3;

/** A name that no test has: `Orders copy`, `Orders copy 2`. */
export function copyName(name: string, names: readonly string[]): string {
  const base = `${name.slice(0, 180)} copy`;
  return freeName(base, names);
}

/** A name that no test has. */
export function freeName(base: string, names: readonly string[]): string {
  const taken = new Set(names);
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
}
