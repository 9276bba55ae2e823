import { inputsOf, type Json, type Payload, type UnitState } from '@/engine';
import type { AnswerOf, InputOf } from '@/lib/contracts/endpoint';
import type { runDiffEndpoints } from '@/lib/contracts/endpoints/run-diffs';
import type { StoredText } from '../../store/outline/diff/container';
import { diffStored } from '../../store/outline/diff/diff-stored';
import { listOfTexts, storedText } from '../../store/outline/diff/stored-text';
import { outlinedPayload, outlinedText } from '../../store/outlined-payloads';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';
import { bothRuns, type StoredRun } from './diff';
import { storedDiffRecord } from './diff-record';

type Endpoint = typeof runDiffEndpoints.diffStep;
type Answer = AnswerOf<Endpoint>;

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
  if (part === 'definition') return compared(await writtenText(base, step), await writtenText(run, step));
  const [before, after] = [await textsOf(ctx, base, step, part), await textsOf(ctx, run, step, part)];
  const expired = before.problem ?? after.problem;
  if (expired !== undefined) return { changes: [], total: 0, problem: expired };
  return compared(joined(before.texts), joined(after.texts));
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

/** The stored values of a part of a step, or why one cannot be compared. */
async function textsOf(
  ctx: ServiceContext,
  { detail, state }: StoredRun,
  step: string,
  part: 'inputs' | 'output',
): Promise<{ texts: StoredText[]; problem?: string }> {
  const texts: StoredText[] = [];
  for (const payload of payloadsOf(state.steps.get(step), part)) {
    const found =
      'ref' in payload
        ? await outlinedPayload(ctx, detail.id, payload.ref)
        : await outlinedText(JSON.stringify(payload.value));
    if (!found) return { texts, problem: goneText(detail.number, step, part) };
    texts.push(storedText(found));
  }
  return { texts };
}

function goneText(run: number, step: string, part: string): string {
  return `The ${part} of ${step} in run #${run} ${part === 'inputs' ? 'are' : 'is'} no longer stored, so nothing is compared.`;
}

/** A value in several parts is a list in chunks. */
function joined(texts: readonly StoredText[]): StoredText | undefined {
  return texts.length > 1 ? listOfTexts(texts) : texts[0];
}

async function compared(base: StoredText | undefined, run: StoredText | undefined): Promise<Answer> {
  return { ...storedDiffRecord(await diffStored(base, run)), problem: null };
}

/** A step as its author wrote it, as text. */
async function writtenText(run: StoredRun, step: string): Promise<StoredText | undefined> {
  const written = definitionOf(run, step);
  return written === undefined ? undefined : storedText(await outlinedText(JSON.stringify(written)));
}
