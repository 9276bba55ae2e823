import {
  type Descriptors,
  type Graph,
  type LineageEntry,
  lineageOf,
  parsePlace,
  placeText,
  type RunState,
  sourceText,
} from '@/engine';
import type { LineageEntryRecord, LineageRecord } from '@/lib/contracts/lineage';
import { Invalid } from './errors';

export interface LineageQuestion {
  /** The value, as text. */
  readonly value: string;
  readonly direct?: string | undefined;
  readonly graph: Graph;
  readonly descriptors: Descriptors;
  readonly state?: RunState;
}

/** The lineage of a value as it is sent. @throws Invalid for a text that names no value */
export function lineageRecord(
  { value, direct, graph, descriptors, state }: LineageQuestion,
  run: LineageRecord['run'],
): LineageRecord {
  const place = parsePlace(value);
  if (!place)
    throw new Invalid(
      `${value} is not a value. Name one as in expressions, such as steps.fetch.output.body or params.region; parameters are steps.<id>.params.<name>.`,
    );
  const lineage = lineageOf(place, { graph, descriptors, state, isDirect: direct === '1' });
  const record = (entry: LineageEntry) => entryRecord(entry, { graph, descriptors });
  return {
    value: placeText(place),
    run,
    origins: lineage.origins.map(record),
    readers: lineage.readers.map(record),
    cut: lineage.isCut,
  };
}

function entryRecord(
  entry: LineageEntry,
  { graph, descriptors }: Pick<LineageQuestion, 'graph' | 'descriptors'>,
): LineageEntryRecord {
  const { id, place, distance, links, written, source, value, reusedFrom } = entry;
  const action = graph.steps.get(place.step ?? '')?.step.action ?? '';
  return {
    value: id,
    of: place.of,
    step: place.step ?? null,
    distance,
    links: links.map((link) => ({ ...link })),
    written: written ?? null,
    source: source ?? null,
    text: sourceText(entry, descriptors.find(action)?.title),
    shown: value ?? null,
    reusedFrom: reusedFrom ?? null,
  };
}
