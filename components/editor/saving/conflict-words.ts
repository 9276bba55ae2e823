import { titleOf } from '@/components/pipeline-text/step-title';
import type { Descriptors, PipelineDocument } from '@/engine';
import { canonicalName, humanise } from '../form/fields';
import type { Path } from '../model/merge/value-at';

/** The step of a conflict; undefined when it belongs to the pipeline. */
export function stepOf(path: Path): string | undefined {
  return path[0] === 'steps' ? path[1] : undefined;
}

/** The name of the place of a conflict within its step, or within the pipeline: `URL`, `Headers › accept`. */
export function placeOf(path: Path, document: PipelineDocument, descriptors: Descriptors): string {
  const id = stepOf(path);
  if (id === undefined) return placeInPipeline(path);
  const [, , key, ...rest] = path;
  if (key === undefined) return titleOf(document, id, descriptors);
  if (key !== 'params') return joined([OWN_KEYS.get(key) ?? humanise(key), ...rest]);
  const [name = '', ...inside] = rest;
  const action = document.steps.find((step) => step.id === id)?.action;
  const descriptor = action === undefined ? undefined : descriptors.find(action);
  const canonical = descriptor === undefined ? name : canonicalName(descriptor, name);
  return joined([descriptor?.params.properties?.[canonical]?.title ?? humanise(canonical), ...inside]);
}

const OWN_KEYS = new Map([
  ['id', 'ID'],
  ['name', 'Title'],
  ['condition', 'Run condition'],
  ['timeout_seconds', 'Timeout'],
]);

function placeInPipeline([first = '', second, third, ...rest]: Path): string {
  switch (first) {
    case 'params':
      return joined(['Run parameters', ...[second, third, ...rest]]);
    case 'outputs':
      return joined(['Outputs', ...[second, third, ...rest]]);
    case 'layout':
      return placeInLayout(second, third, rest);
    case 'name':
      return 'Pipeline name';
    default:
      return joined([humanise(first), second, third, ...rest]);
  }
}

function placeInLayout(list: string | undefined, id: string | undefined, rest: Path): string {
  if (list === 'notes') return joined(['Note', ...rest]);
  if (list === 'frames') return joined(['Frame', ...rest]);
  return joined(['Layout', list, id, ...rest]);
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' › ');
}

/** Longest shown value, in characters. */
const MAX_SHOWN = 2000;

/** A value as text: texts as they are, others as JSON. */
export function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
