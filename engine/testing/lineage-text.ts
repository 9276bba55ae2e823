import { catalogue } from '../actions';
import { buildGraph } from '../pipeline/graph';
import { normalize } from '../pipeline/normalize';
import { type LineageEntry, lineageOf } from '../run/lineage/lineage';
import { sourceText } from '../run/lineage/source-text';
import { parsePlace } from '../run/lineage/value-place';
import { type Golden, runGolden } from './golden';

/** The lineage of every parameter, condition and output of a golden pipeline, in its run: one block for each value. */
export async function goldenLineages(golden: Golden): Promise<string> {
  const { state } = await runGolden(golden);
  const { descriptors } = catalogue;
  const pipeline = normalize(golden.pipeline, descriptors);
  const graph = buildGraph(pipeline, descriptors);
  const blocks = valuesOf(pipeline).flatMap((text) => {
    const place = parsePlace(text);
    if (!place) throw new Error(`${text} is not read as a value.`);
    const { origins, readers } = lineageOf(place, { graph, descriptors, state });
    const lines = [
      ...origins.map((entry) => lineOf(entry, 'from')),
      ...readers.map((entry) => lineOf(entry, 'by')),
    ];
    return lines.length > 1 ? [lines.join('\n')] : [];
  });
  return `${blocks.join('\n\n')}\n`;
}

function valuesOf({ steps, params, outputs }: ReturnType<typeof normalize>): string[] {
  return [
    ...Object.keys(params).map((name) => `params.${name}`),
    ...steps.flatMap(({ id, params: own, condition }) => [
      ...Object.keys(own).map((name) => `steps.${id}.params.${name}`),
      ...(condition === undefined ? [] : [`steps.${id}.condition`]),
      `steps.${id}.output`,
    ]),
    ...Object.keys(outputs).map((name) => `outputs.${name}`),
  ];
}

function lineOf(entry: LineageEntry, direction: 'from' | 'by'): string {
  const { id, distance, value, links } = entry;
  const shown = value === undefined ? '' : ` = ${value.kind === 'value' ? value.text : value.kind}`;
  const linked = links.map(({ to, reading }) => `${to} (${reading})`).join(', ');
  const rest = linked === '' ? '' : ` ${direction === 'from' ? '<-' : '->'} ${linked}`;
  const source = direction === 'from' ? `, ${sourceText(entry, undefined)}` : '';
  const prefix = distance === 0 ? '' : `  ${direction} `;
  return `${prefix}${id}${shown}${source}${rest}`;
}
