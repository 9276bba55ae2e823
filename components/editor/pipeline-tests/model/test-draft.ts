import { isJsonObject, type Json } from '@/engine';
import type {
  EXPECTED_STEP_STATUSES,
  Fixture,
  OutputExpectation,
  PipelineTest,
} from '@/engine/run/test/schema';

/** What takes the place of an effect: its output, its failure, or an attempt that never ends. */
export const OUTCOMES = ['output', 'error', 'unfinished'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** How a value is compared. */
export const MATCHES = [
  'equal',
  'contains',
  'matches',
  'any',
] as const satisfies readonly OutputExpectation['match'][];

interface Row {
  /** Tells the row apart while rows are added and removed. */
  readonly key: number;
}

/** A fixture while it is edited. */
export interface FixtureDraft extends Row {
  readonly step: string;
  /** `6`, nested `6, 2`; empty for every iteration. */
  readonly iteration: string;
  readonly seconds: string;
  readonly outcome: Outcome;
  /** The output or the failure as JSON text. */
  readonly value: string;
  /** The action that was executed, and its release: only a run changes them. */
  readonly recorded: Pick<Fixture, 'action' | 'release'>;
}

/** A signal while it is edited. */
export interface SignalDraft extends Row {
  readonly name: string;
  readonly value: string;
  readonly afterSeconds: string;
}

/** How a step ends, while it is edited. */
export interface StepEndDraft extends Row {
  readonly step: string;
  readonly status: (typeof EXPECTED_STEP_STATUSES)[number];
}

/** An expected value while it is edited. */
export interface ValueDraft extends Row {
  readonly path: string;
  readonly match: OutputExpectation['match'];
  /** JSON text; for `matches` the pattern itself. */
  readonly value: string;
}

/** A test while it is edited in the form: values are text, so that nothing typed is lost. */
export interface TestDraft {
  readonly name: string;
  readonly now: string;
  readonly params: string;
  readonly fixtures: readonly FixtureDraft[];
  readonly signals: readonly SignalDraft[];
  readonly status: PipelineTest['expect']['status'];
  readonly steps: readonly StepEndDraft[];
  readonly outputs: readonly ValueDraft[];
}

/** The form of a test. */
export function draftOfTest(test: PipelineTest): TestDraft {
  return {
    name: test.name,
    now: test.now ?? '',
    params: textOf(test.params),
    fixtures: test.fixtures.map((fixture, key) => ({ key, ...draftOfFixture(fixture) })),
    signals: (test.signals ?? []).map(({ name, value, after_seconds }, key) => ({
      ...{ key, name, value: textOf(value), afterSeconds: String(after_seconds) },
    })),
    status: test.expect.status,
    steps: Object.entries(test.expect.steps).map(([step, status], key) => ({ key, step, status })),
    outputs: test.expect.outputs.map((expected, key) => ({ key, ...draftOfValue(expected) })),
  };
}

function draftOfFixture(fixture: Fixture): Omit<FixtureDraft, 'key'> {
  const { step, iteration = [], seconds, action, release } = fixture;
  return {
    step,
    iteration: iteration.join(', '),
    seconds: seconds === undefined ? '' : String(seconds),
    ...outcomeOf(fixture),
    recorded: {
      ...(action === undefined ? {} : { action }),
      ...(release === undefined ? {} : { release }),
    },
  };
}

function outcomeOf(fixture: Fixture): Pick<FixtureDraft, 'outcome' | 'value'> {
  if ('output' in fixture) return { outcome: 'output', value: textOf(fixture.output) };
  if ('error' in fixture) return { outcome: 'error', value: textOf({ ...fixture.error }) };
  return { outcome: 'unfinished', value: '' };
}

function draftOfValue(expected: OutputExpectation): Omit<ValueDraft, 'key'> {
  const { path, match } = expected;
  if (match === 'any') return { path, match, value: '' };
  return { path, match, value: match === 'matches' ? expected.value : textOf(expected.value) };
}

/** A value as JSON text for editing: short ones on one line. */
export function textOf(value: Json): string {
  const short = JSON.stringify(value);
  return short.length <= 60 && !(isJsonObject(value) && short.length > 40)
    ? short
    : JSON.stringify(value, null, 2);
}

/** The key of a new row. */
export function nextKey(rows: readonly Row[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1;
}

/** A fixture to fill in. */
export function newFixture(key: number, step: string): FixtureDraft {
  return { key, step, iteration: '', seconds: '', outcome: 'output', value: '{}', recorded: {} };
}

/** A failure to fill in. */
export const FAILURE_TEXT = textOf({ kind: 'connection_error', message: 'The service cannot be reached.' });
