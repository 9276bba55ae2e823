import type { Layout, PipelineDocument, StepDocument } from './schema';

/** How a step differs between two documents. */
export interface StepChange {
  readonly id: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** The keys of a changed step that differ; those of `params` as `params.<name>`. */
  readonly keys: readonly string[];
}

/** How two documents differ. Positions on the canvas do not count. */
export interface DocumentComparison {
  /** In the order of the newer document, followed by removed steps. */
  readonly steps: readonly StepChange[];
  /** Keys other than `steps` that differ, such as `params`; `notes` and `frames` for those on the canvas. */
  readonly keys: readonly string[];
}

/** A document without its layout, and the layout. */
export function withoutLayout({ layout, ...content }: PipelineDocument): {
  content: PipelineDocument;
  layout: Layout | undefined;
} {
  return { content, layout };
}

/** Notes without their positions and sizes. */
export function notesContent({ layout }: PipelineDocument): readonly object[] {
  return (layout?.notes ?? []).map(({ x: _x, y: _y, width: _width, height: _height, ...note }) => note);
}

/** Frames without their positions and sizes, and without whether they are collapsed. */
export function framesContent({ layout }: PipelineDocument): readonly object[] {
  return (layout?.frames ?? []).map(
    ({ x: _x, y: _y, width: _width, height: _height, collapsed: _collapsed, ...frame }) => frame,
  );
}

/** Compares two documents by their steps and keys. */
export function compareDocuments(before: PipelineDocument, after: PipelineDocument): DocumentComparison {
  const old = stepsById(before);
  const current = stepsById(after);
  const kept = [...current].flatMap(([id, step]): StepChange[] => {
    const previous = old.get(id);
    if (previous === undefined) return [{ id, change: 'added', keys: [] }];
    const keys = stepKeys(previous, step);
    return keys.length === 0 ? [] : [{ id, change: 'changed', keys }];
  });
  const removed = [...old.keys()].flatMap((id): StepChange[] =>
    current.has(id) ? [] : [{ id, change: 'removed', keys: [] }],
  );
  return { steps: [...kept, ...removed], keys: documentKeys(before, after) };
}

function documentKeys(before: PipelineDocument, after: PipelineDocument): string[] {
  const one = { ...withoutLayout(before).content, steps: [] };
  const other = { ...withoutLayout(after).content, steps: [] };
  const isSameNotes = isSame(notesContent(before), notesContent(after));
  const isSameFrames = isSame(framesContent(before), framesContent(after));
  return [
    ...differentKeys(one, other),
    ...(isSameNotes ? [] : ['notes']),
    ...(isSameFrames ? [] : ['frames']),
  ];
}

/** Ids may repeat in a draft with problems: the first one counts. */
function stepsById({ steps }: PipelineDocument): Map<string, StepDocument> {
  const byId = new Map<string, StepDocument>();
  for (const step of steps) if (!byId.has(step.id)) byId.set(step.id, step);
  return byId;
}

function stepKeys(before: StepDocument, after: StepDocument): string[] {
  const keys = differentKeys(before, after);
  if (!keys.includes('params')) return keys;
  const params = differentKeys(before.params ?? {}, after.params ?? {}).map((name) => `params.${name}`);
  return keys.flatMap((key) => (key === 'params' && params.length > 0 ? params : [key]));
}

function differentKeys(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const keys = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...keys].filter((key) => !isSame(own(before, key), own(after, key)));
}

function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Compares as text, so that a changed order of keys is a difference. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
