import { countIterations } from '@/components/run/iteration-cells';
import { STATUS_LOOKS } from '@/components/ui/status';
import {
  type ActionDescriptor,
  type IterationsState,
  isJsonObject,
  type Json,
  type StepDocument,
} from '@/engine';

/** One line at the left of a loop's card. */
export interface LoopFact {
  readonly key: string;
  readonly text: string;
  readonly quiet?: boolean;
}

const SHOWN_ITEMS = 4;

/** What a loop's card says beside its inner card: first items and limits, or in a run how far it has come. */
export function loopFacts(
  step: StepDocument,
  descriptor: ActionDescriptor | undefined,
  iterations: IterationsState | undefined,
): LoopFact[] {
  if (iterations !== undefined) return progress(iterations);
  const items = step.params?.items;
  const facts: LoopFact[] = Array.isArray(items)
    ? items.slice(0, SHOWN_ITEMS - 1).map((item, index) => ({ key: String(index), text: textOf(item) }))
    : [];
  if (Array.isArray(items) && items.length >= SHOWN_ITEMS) {
    facts.push({ key: '', text: `${items.length - SHOWN_ITEMS + 1} more`, quiet: true });
  }
  return [...facts, ...limits(step, descriptor)];
}

function limits(step: StepDocument, descriptor: ActionDescriptor | undefined): LoopFact[] {
  const read = (name: string) => step.params?.[name] ?? descriptor?.params.properties?.[name]?.default;
  const atOnce =
    read('parallel') === true ? `${String(read('max_parallel') ?? 8)} at once` : 'one after another';
  const failure = read('on_item_failure') === 'continue' ? 'goes on when one fails' : 'stops when one fails';
  return [
    { key: '', text: `${atOnce} · at most ${String(read('max_iterations') ?? 100)}` },
    { key: '', text: failure, quiet: true },
  ];
}

function progress(iterations: IterationsState): LoopFact[] {
  const counts = Object.entries(countIterations(iterations)).filter(([, count]) => count > 0);
  return [
    { key: '', text: `${iterations.items.length} items` },
    ...counts.slice(0, 3).map(([status, count]) => ({ key: '', text: `${count} ${wordOf(status)}` })),
  ];
}

function wordOf(status: string): string {
  const look = Object.entries(STATUS_LOOKS).find(([name]) => name === status)?.[1];
  return (status === 'pending' ? 'not started' : (look?.word ?? status)).toLowerCase();
}

function textOf(item: Json): string {
  if (typeof item === 'string') return item;
  return isJsonObject(item) || Array.isArray(item) ? JSON.stringify(item) : String(item);
}
