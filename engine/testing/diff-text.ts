import { catalogue } from '../actions';
import { normalize } from '../pipeline/normalize';
import { type ComparedRun, diffRuns, type StepDiff } from '../run/diff/diff-runs';
import { type Golden, runGolden } from './golden';

/** What differs between the runs of two golden pipelines: one line for each step, and the first one that differs. */
export async function diffText(left: Golden, right: Golden): Promise<string> {
  const [before, after] = [await runOf(left), await runOf(right)];
  const { params, outputs, steps, first } = diffRuns(before, after, catalogue.descriptors);
  const lines = [
    ...params.changes.map(({ kind, path }) => `params.${path.join('.')}: ${kind}`),
    ...outputs.map(({ name, kind }) => `outputs.${name}: ${kind}`),
    ...steps.map(stepLine),
    `first: ${first?.step ?? 'none'}`,
  ];
  return `${lines.join('\n')}\n`;
}

async function runOf(golden: Golden): Promise<ComparedRun> {
  const { state } = await runGolden(golden);
  return { state, pipeline: normalize(golden.pipeline, catalogue.descriptors) };
}

function stepLine({ step, cause, from, left, right, iterations, ...facts }: StepDiff): string {
  const why = [cause ?? 'same', ...(from === undefined ? [] : [`from ${from}`])].join(' ');
  const sides = [left, right].map((side) => (side ? `${side.status}, attempts ${side.attempts}` : 'absent'));
  const { definition, inputs, output, error } = facts;
  const parts = [
    `definition ${definition}, inputs ${inputs}, output ${output}, error ${error}`,
    ...(iterations === undefined ? [] : [`iterations ${iterations.first.join(', ')} differ`]),
  ];
  return `steps.${step}: ${why}\n  ${sides.join(' -> ')}\n  ${parts.join('; ')}`;
}
