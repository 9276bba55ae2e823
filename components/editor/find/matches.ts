import type { Descriptors, Json, PipelineDocument, StepDocument } from '@/engine';

/** Where a text of a step is: in its own fields, or at a path in its parameters or other fields. */
export type TextPlace =
  | { readonly kind: 'title' | 'id' | 'action' }
  | { readonly kind: 'value'; readonly path: readonly (string | number)[] };

/** One occurrence of the searched text. */
export interface Match {
  readonly stepId: string;
  readonly place: TextPlace;
  /** The whole text, and the range of the occurrence in it. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface FindOptions {
  /** @default false */
  readonly matchCase?: boolean;
}

/** Fields of a step that are not searched as values: they have a place of their own. */
const OWN = new Set(['id', 'action', 'name']);

/** Every occurrence of a text in the steps, in the given order of steps. */
export function findMatches(
  document: PipelineDocument,
  query: string,
  descriptors: Descriptors,
  options: FindOptions & { readonly order?: readonly string[] } = {},
): Match[] {
  if (query === '') return [];
  const places = new Map((options.order ?? []).map((id, index) => [id, index]));
  const steps = document.steps.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  return steps.flatMap((step) =>
    textsOf(step, descriptors).flatMap(({ place, text }) =>
      rangesOf(text, query, options).map((start) => ({
        stepId: step.id,
        place,
        text,
        start,
        end: start + query.length,
      })),
    ),
  );
}

/** The name of a place for people: `params.url`, `Title`. */
export function nameOfPlace(place: TextPlace): string {
  if (place.kind === 'value') return place.path.join('.');
  return { title: 'Title', id: 'ID', action: 'Action' }[place.kind];
}

/** A key that is equal for places of one text of a step. */
export function keyOfText({ stepId, place }: Pick<Match, 'stepId' | 'place'>): string {
  return JSON.stringify([stepId, place]);
}

interface PlacedText {
  readonly place: TextPlace;
  readonly text: string;
}

function textsOf(step: StepDocument, descriptors: Descriptors): PlacedText[] {
  const descriptor = descriptors.find(step.action);
  const action = descriptor === undefined ? step.action : `${descriptor.title} (${step.action})`;
  const name = step.name?.trim() ? [{ place: { kind: 'title' as const }, text: step.name }] : [];
  const rest = Object.entries(step).filter(([key]) => !OWN.has(key));
  return [
    ...name,
    { place: { kind: 'id' }, text: step.id },
    { place: { kind: 'action' }, text: action },
    // A document is JSON: keys that we do not know also hold JSON.
    ...rest.flatMap(([key, value]) => valuesIn(value as Json | undefined, [key])),
  ];
}

function valuesIn(value: Json | undefined, path: readonly (string | number)[]): PlacedText[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => valuesIn(item, [...path, index]));
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, item]) => valuesIn(item, [...path, key]));
  }
  return [{ place: { kind: 'value', path }, text: String(value) }];
}

function rangesOf(text: string, query: string, { matchCase = false }: FindOptions): number[] {
  // Lower case can be longer than the text in a few languages; then positions would be wrong.
  const lower = text.toLowerCase();
  const folds = !matchCase && lower.length === text.length;
  const [within, wanted] = folds ? [lower, query.toLowerCase()] : [text, query];
  const starts: number[] = [];
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + wanted.length)) {
    starts.push(at);
  }
  return starts;
}
