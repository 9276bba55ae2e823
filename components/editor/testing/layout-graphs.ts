import type { PipelineDocument, StepDocument } from '@/engine';
import branchDefault from '@/engine/testing/golden/branch-default.json';
import branchNamed from '@/engine/testing/golden/branch-named.json';
import branchTrue from '@/engine/testing/golden/branch-true.json';
import bothSpellings from '@/engine/testing/golden/conditional-both-spellings.json';
import failEndsRun from '@/engine/testing/golden/fail-ends-run.json';
import handlerMixed from '@/engine/testing/golden/handler-mixed.json';
import transforms from '@/engine/testing/golden/transform-variant-b.json';
import { starters } from '@/lib/starters';

/** A pipeline on which the layout is measured. */
export interface LayoutGraph {
  readonly name: string;
  readonly document: PipelineDocument;
}

const log = (id: string, after: readonly string[] = []): StepDocument => ({
  id,
  action: 'log',
  name: `Write ${id}`,
  params: { message: `${id} has ended` },
  ...(after.length > 0 ? { depends_on: [...after] } : {}),
});

const get = (id: string, after: readonly string[] = []): StepDocument => ({
  id,
  action: 'http_request',
  params: { method: 'GET', url: `https://example.com/${id}?from=a-page-with-a-long-name` },
  retry: { max_attempts: 3 },
  ...(after.length > 0 ? { depends_on: [...after] } : {}),
});

const when = (id: string, of: string, onTrue: string, onFalse?: string): StepDocument => ({
  id,
  action: 'conditional',
  params: {
    condition: `steps.${of}.status == "completed"`,
    on_true: onTrue,
    ...(onFalse === undefined ? {} : { on_false: onFalse }),
  },
  depends_on: [of],
});

const loop = (id: string, after: readonly string[] = []): StepDocument => ({
  id,
  action: 'loop',
  params: { items: [1, 2, 3], action: 'log', action_params: { message: 'item {{item}}' } },
  ...(after.length > 0 ? { depends_on: [...after] } : {}),
});

const after = (id: string, from: string): StepDocument => ({
  ...log(id),
  depends_on: [from],
  condition: `steps.${from}.status == "failed"`,
});

function range<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function chain(count: number): StepDocument[] {
  return range(count, (i) =>
    i % 3 === 0 ? get(`c${i}`, i === 0 ? [] : [`c${i - 1}`]) : log(`c${i}`, [`c${i - 1}`]),
  );
}

/** A start, `width` chains of `length` steps, and a step that waits for all of them. */
function fan(width: number, length: number): StepDocument[] {
  const lanes = range(width, (lane) =>
    range(length, (i) => get(`f${lane}_${i}`, [i === 0 ? 'start' : `f${lane}_${i - 1}`])),
  ).flat();
  return [
    log('start'),
    ...lanes,
    log(
      'end',
      range(width, (lane) => `f${lane}_${length - 1}`),
    ),
  ];
}

/** Conditions one after the other, each with two branches that join again. */
function diamonds(count: number): StepDocument[] {
  return range(count, (i) => [
    get(`ask${i}`, i === 0 ? [] : [`join${i - 1}`]),
    when(`if${i}`, `ask${i}`, `yes${i}`, `no${i}`),
    log(`yes${i}`),
    log(`no${i}`),
    log(`join${i}`, [`yes${i}`, `no${i}`]),
  ]).flat();
}

/** Conditions in the branches of conditions. */
function decisions(depth: number): StepDocument[] {
  const steps: StepDocument[] = [get('ask')];
  const grow = (id: string, of: string, left: number) => {
    if (left === 0) steps.push(log(id));
    else {
      const step = when(id, of, `${id}t`, `${id}f`);
      steps.push(of === 'ask' ? step : { ...step, depends_on: [] });
      grow(`${id}t`, id, left - 1);
      grow(`${id}f`, id, left - 1);
    }
  };
  grow('d', 'ask', depth);
  return steps;
}

/** For each region a probe with a decision, a repair and a report; one summary of all. */
function regions(count: number): StepDocument[] {
  const each = range(count, (i) => [
    get(`probe${i}`, ['settings']),
    when(`healthy${i}`, `probe${i}`, `shape${i}`, `repair${i}`),
    log(`shape${i}`),
    get(`repair${i}`),
    log(`again${i}`, [`repair${i}`]),
    after(`alert${i}`, `again${i}`),
    log(`report${i}`, [`shape${i}`, `again${i}`]),
  ]).flat();
  const ends = range(count, (i) => `report${i}`);
  return [log('settings'), ...each, log('summary', ends), log('mail', ['summary', 'settings'])];
}

/** A chain in which some steps also wait for a step further back. */
function skips(count: number): StepDocument[] {
  return range(count, (i) =>
    log(`s${i}`, i === 0 ? [] : [`s${i - 1}`, ...(i % 4 === 3 ? [`s${i - 3}`] : [])]),
  );
}

function named(count: number): StepDocument[] {
  const branches = Object.fromEntries(
    range(count, (i) => [
      i % 2 === 0 ? `size_${i}` : `larger_than_${i}0_items`,
      { condition: `params.n > ${i}`, target_step: `n${i}` },
    ]),
  );
  return [
    { id: 'pick', action: 'conditional', params: { branches } },
    ...range(count, (i) => get(`n${i}`)),
    log(
      'all',
      range(count, (i) => `n${i}`),
    ),
  ];
}

function loops(count: number): StepDocument[] {
  return range(count, (i) => [
    get(`list${i}`, i === 0 ? [] : [`each${i - 1}`]),
    loop(`each${i}`, [`list${i}`]),
    log(`note${i}`, [`list${i}`]),
    after(`mend${i}`, `each${i}`),
  ]).flat();
}

function chains(count: number, length: number): StepDocument[] {
  return range(count, (lane) =>
    range(length + lane, (i) => log(`k${lane}_${i}`, i === 0 ? [] : [`k${lane}_${i - 1}`])),
  ).flat();
}

/** mulberry32: numbers from 0 to 1 that depend on the seed alone. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Steps that each wait for one or two of the last steps; some are loops, some decide. */
function random(count: number, seed: number): StepDocument[] {
  const next = numbers(seed);
  const steps: StepDocument[] = [get('r0')];
  const led = new Set<string>();
  for (let i = 1; i < count; i += 1) {
    const near = () => `r${Math.max(0, i - 1 - Math.floor(next() * 5))}`;
    const before = led.has(`r${i}`) ? [] : [...new Set(range(next() < 0.25 ? 2 : 1, near))];
    const kind = next();
    const of = before[0];
    if (kind < 0.12 && i + 2 < count && of !== undefined) {
      steps.push(when(`r${i}`, of, `r${i + 1}`, `r${i + 2}`));
      led.add(`r${i + 1}`).add(`r${i + 2}`);
    } else steps.push(ofKind(kind)(`r${i}`, before));
  }
  return steps;
}

function ofKind(kind: number): (id: string, before: readonly string[]) => StepDocument {
  if (kind < 0.2) return loop;
  return kind < 0.5 ? get : log;
}

const graph = (name: string, steps: readonly StepDocument[]): LayoutGraph => ({
  name,
  document: { name, steps: [...steps] },
});

/** Golden pipelines are checked by the engine's tests; JSON modules widen their literals. */
const golden = ({ title, pipeline }: { title: string; pipeline: unknown }): LayoutGraph => ({
  name: title,
  document: pipeline as PipelineDocument,
});

/** Forty pipelines: the starters, golden pipelines, and generated ones of the shapes that people build. */
export const layoutGraphs: readonly LayoutGraph[] = [
  ...starters.map(({ title, document }) => ({ name: title, document: { ...document, layout: {} } })),
  ...[branchDefault, branchNamed, branchTrue, bothSpellings, failEndsRun, handlerMixed, transforms].map(
    golden,
  ),
  ...[4, 12, 30].map((count) => graph(`chain of ${count}`, chain(count))),
  graph('fan of 3', fan(3, 1)),
  graph('fan of 8 by 2', fan(8, 2)),
  graph('fan of 5 by 4', fan(5, 4)),
  ...[1, 3, 8].map((count) => graph(`${count} diamonds`, diamonds(count))),
  graph('decisions, depth 2', decisions(2)),
  graph('decisions, depth 4', decisions(4)),
  graph('3 regions', regions(3)),
  graph('8 regions', regions(8)),
  graph('chain of 20 with long edges', skips(20)),
  graph('named branches', named(5)),
  graph('loops', loops(3)),
  graph('independent chains', chains(4, 5)),
  graph('cycle', [log('a', ['d']), log('b', ['a']), log('c', ['b']), log('d', ['c'])]),
  ...[11, 23, 37, 41, 59].map((seed) => graph(`random 15, seed ${seed}`, random(15, seed))),
  ...[7, 19, 31].map((seed) => graph(`random 40, seed ${seed}`, random(40, seed))),
];
