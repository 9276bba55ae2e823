import {
  diffJson,
  inputsOf,
  type Json,
  type JsonChange,
  type JsonDiff,
  type Payload,
  type UnitState,
} from '@/engine';
import type { AnswerOf, InputOf } from '@/lib/contracts/endpoint';
import type { runDiffEndpoints } from '@/lib/contracts/endpoints/run-diffs';
import { payloadValues } from '../../store/payloads';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';
import { bothRuns, type StoredRun } from './diff';
import { jsonDiffRecord } from './diff-record';

type Endpoint = typeof runDiffEndpoints.diffStep;
type Answer = AnswerOf<Endpoint>;

/** Largest values that are compared in detail, both together, in bytes of JSON. */
export const MAX_COMPARED_BYTES = 16 * 1024 * 1024;

/**
 * The differences of one part of a step in two runs.
 * @throws NotFound also for a step that neither run has
 * @throws Invalid for runs of different pipelines
 */
export async function diffOfStep(ctx: ServiceContext, input: InputOf<Endpoint>): Promise<Answer> {
  const { base, run } = await bothRuns(ctx, input);
  const { step, part } = input;
  if (![base, run].some((each) => definitionOf(each, step) !== undefined)) {
    throw new NotFound(
      `Neither run #${base.detail.number} nor run #${run.detail.number} has a step ${step}. Check its id.`,
    );
  }
  if (part === 'definition') return compared(definitionOf(base, step), definitionOf(run, step));
  const [before, after] = [base, run].map(({ state }) => payloadsOf(state.steps.get(step), part));
  const stored = [...(before ?? []), ...(after ?? [])];
  const bytes = stored.reduce((sum, payload) => sum + ('ref' in payload ? payload.bytes : 0), 0);
  if (bytes > MAX_COMPARED_BYTES) return { changes: [], total: 0, problem: tooLargeText(bytes) };
  const values = await payloadValues(
    ctx,
    stored.flatMap((payload) => ('ref' in payload ? [payload.ref] : [])),
  );
  return compared(joined(before ?? [], values), joined(after ?? [], values));
}

/** A step as its author wrote it. */
export function definitionOf({ definition }: StoredRun, id: string): Json | undefined {
  const step = definition.document.steps.find((each) => each.id === id);
  return step === undefined ? undefined : JSON.parse(JSON.stringify(step));
}

function payloadsOf(unit: UnitState | undefined, part: 'inputs' | 'output'): readonly Payload[] {
  if (part === 'inputs') return inputsOf(unit);
  return unit?.output === undefined ? [] : [unit.output];
}

/** A value in several parts is a list in chunks. */
function joined(payloads: readonly Payload[], loaded: ReadonlyMap<string, Json>): Json | undefined {
  const values = payloads.map((payload) =>
    'ref' in payload ? (loaded.get(payload.ref) ?? null) : payload.value,
  );
  return values.length > 1 ? values : values[0];
}

function compared(base: Json | undefined, run: Json | undefined): Answer {
  return { ...jsonDiffRecord(diffOf(base, run)), problem: null };
}

function diffOf(base: Json | undefined, run: Json | undefined): JsonDiff {
  if (base !== undefined && run !== undefined) return diffJson(base, run);
  const changes: JsonChange[] = [];
  if (base !== undefined) changes.push({ kind: 'removed', path: [], left: base });
  if (run !== undefined) changes.push({ kind: 'added', path: [], right: run });
  return { changes, total: changes.length };
}

/** Why two values are not compared in detail. */
export function tooLargeText(bytes: number): string {
  const megabytes = (size: number) => `${Math.round(size / 1024 / 1024)} MB`;
  return `The values have ${megabytes(bytes)} together, and at most ${megabytes(MAX_COMPARED_BYTES)} are compared in detail. Download both from their runs and compare them with a tool for large files.`;
}
