import { countIterations, countWarned } from '@/components/run-state/iteration-cells';
import { isOpen } from '@/components/run-state/status';
import { formatCount } from '@/components/ui/format';
import { STATUS_LOOKS } from '@/components/ui/status';
import {
  type ActionDescriptor,
  type ChunksState,
  type IterationsState,
  isJsonObject,
  type Json,
  type StepDocument,
  type UnitState,
} from '@/engine';

/** One line of text at the left of a loop's card. */
export interface LoopFact {
  readonly key: string;
  readonly text: string;
  readonly quiet?: boolean;
}

/** Number of lines on the card; the strip of a run replaces one. */
const LINES = { edited: 5, run: 4 };

/** The text beside the inner card of a loop: first items and limits, or in a run its progress. */
export function loopFacts(
  step: StepDocument,
  descriptor: ActionDescriptor | undefined,
  run: { readonly unit: UnitState | undefined } | undefined,
): LoopFact[] {
  const { iterations, chunks } = run?.unit ?? {};
  if (iterations !== undefined) return progress(iterations);
  if (run?.unit && chunks !== undefined) return chunkProgress(chunks, isOpen(run.unit.status));
  const rules = limits(step, descriptor);
  const items = step.params?.items;
  return [
    ...(Array.isArray(items) ? firstItems(items, (run ? LINES.run : LINES.edited) - rules.length) : []),
    ...rules,
  ];
}

/** The first items, and the number of the others, in at most `lines` lines. */
function firstItems(items: readonly Json[], lines: number): LoopFact[] {
  const shown = items.length > lines ? lines - 1 : items.length;
  const facts: LoopFact[] = items
    .slice(0, shown)
    .map((item, index) => ({ key: String(index), text: textOf(item) }));
  if (shown === items.length) return facts;
  return [...facts, { key: '', text: `${(items.length - shown).toLocaleString('en')} more`, quiet: true }];
}

function limits(step: StepDocument, descriptor: ActionDescriptor | undefined): LoopFact[] {
  const read = (name: string) => step.params?.[name] ?? descriptor?.params.properties?.[name]?.default;
  const concurrency =
    read('parallel') === true ? `${String(read('max_parallel') ?? 8)} concurrent` : 'sequential';
  const failure = read('on_item_failure') === 'continue' ? 'continues on failure' : 'stops on failure';
  return [
    { key: '', text: `${concurrency} · max. ${String(read('max_iterations') ?? 100)}` },
    { key: '', text: failure, quiet: true },
  ];
}

function progress(iterations: IterationsState): LoopFact[] {
  const counts = Object.entries(countIterations(iterations))
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => Number(b === 'failed') - Number(a === 'failed'));
  const warned = countWarned(iterations);
  const warnings = warned > 0 ? [{ key: '', text: `${warned} with warnings` }] : [];
  return [
    { key: '', text: `${iterations.total} items` },
    ...counts
      .slice(0, 3 - warnings.length)
      .map(([status, count]) => ({ key: '', text: `${count} ${wordOf(status)}` })),
    ...warnings,
  ];
}

/** The progress of a chunked loop. */
function chunkProgress(chunks: ChunksState, isActive: boolean): LoopFact[] {
  const { total, completed, failed, items, open, waiting } = chunks;
  const texts = [`${formatCount(total, 'item')} in ${formatCount(items.length, 'chunk')}`];
  if (completed > 0) texts.push(`${completed.toLocaleString('en')} completed`);
  if (failed > 0) texts.push(`${failed.toLocaleString('en')} failed`);
  if (isActive && waiting.size > 0) texts.push(`${formatCount(waiting.size, 'chunk')} waiting for input`);
  else if (isActive && open.size > 0) texts.push(`${formatCount(open.size, 'chunk')} running`);
  return texts.map((text) => ({ key: '', text }));
}

function wordOf(status: string): string {
  const look = Object.entries(STATUS_LOOKS).find(([name]) => name === status)?.[1];
  return (status === 'pending' ? 'not started' : (look?.word ?? status)).toLowerCase();
}

function textOf(item: Json): string {
  if (typeof item === 'string') return item;
  return isJsonObject(item) || Array.isArray(item) ? JSON.stringify(item) : String(item);
}
