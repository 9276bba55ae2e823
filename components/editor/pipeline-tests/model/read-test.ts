import type { z } from 'zod';
import { describeJsonError, parseJsonText } from '@/components/pipeline-text/json-text';
import { isJsonObject, type Json } from '@/engine';
import { failureSchema } from '@/engine/errors';
import { type PipelineTest, pipelineTestSchema } from '@/engine/run/test/schema';
import { parseValuePath } from '@/engine/run/test/value-path';
import { firstProblem, pathText, problemText } from '@/engine/schema-problem';
import type { FixtureDraft, SignalDraft, TestDraft, ValueDraft } from './test-draft';

/** What is wrong, by field: `name`, `fixtures.3.value`. `all` belongs to no field. */
export type TestProblems = Readonly<Record<string, string>>;

/** The test that a form means, or what is wrong with it. */
export type ReadTest =
  | { readonly ok: true; readonly test: PipelineTest }
  | { readonly ok: false; readonly problems: TestProblems };

/** Collects problems while values are read. */
class Reading {
  readonly problems: Record<string, string> = {};

  json(field: string, text: string): Json {
    const parsed = parseJsonText(text);
    if (parsed.ok) return parsed.value;
    this.problems[field] = describeJsonError(parsed.error);
    return null;
  }

  seconds(field: string, text: string): number {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || value < 0)
      this.problems[field] =
        text.trim() === ''
          ? 'Enter a number of seconds, 0 or more.'
          : `“${text.trim()}” is not a valid number of seconds. Enter 0 or more.`;
    return value;
  }
}

/** Reads the form of a test. */
export function readTestDraft(draft: TestDraft): ReadTest {
  const reading = new Reading();
  const { problems } = reading;
  if (draft.name.trim() === '') problems.name = 'Enter a name.';
  const params = reading.json('params', draft.params);
  if (!isJsonObject(params) && problems.params === undefined)
    problems.params = 'Run parameters are an object of names and values, such as {"city": "Oslo"}.';
  const content = {
    name: draft.name,
    params,
    ...(draft.now.trim() === '' ? {} : { now: draft.now.trim() }),
    fixtures: draft.fixtures.map((fixture) => fixtureOf(fixture, reading)),
    ...(draft.signals.length === 0
      ? {}
      : { signals: draft.signals.map((signal) => signalOf(signal, reading)) }),
    expect: {
      status: draft.status,
      steps: stepsOf(draft, problems),
      outputs: draft.outputs.map((value) => expectedValue(value, reading)),
    },
  };
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const checked = pipelineTestSchema.safeParse(content);
  if (checked.success) return { ok: true, test: checked.data };
  return { ok: false, problems: schemaProblems(checked.error, draft) };
}

function fixtureOf(fixture: FixtureDraft, reading: Reading): object {
  const { key, step, iteration, seconds, outcome, value, recorded } = fixture;
  const at = `fixtures.${key}`;
  const { problems } = reading;
  if (step.trim() === '') problems[`${at}.step`] = 'Enter the ID of a step that has an effect.';
  const indices = iteration.trim() === '' ? [] : iteration.split(',').map((part) => part.trim());
  if (!indices.every((part) => /^\d{1,9}$/.test(part)))
    problems[`${at}.iteration`] =
      `“${iteration.trim()}” is not a valid iteration. Enter an index from 0, or several such as 6, 2 for nested loops. Leave the field empty for all iterations.`;
  return {
    step: step.trim(),
    ...(indices.length === 0 ? {} : { iteration: indices.map(Number) }),
    ...recorded,
    ...(seconds.trim() === '' ? {} : { seconds: reading.seconds(`${at}.seconds`, seconds) }),
    ...outcomeOf({ outcome, value }, `${at}.value`, reading),
  };
}

function outcomeOf(
  { outcome, value }: Pick<FixtureDraft, 'outcome' | 'value'>,
  field: string,
  reading: Reading,
): object {
  if (outcome === 'unfinished') return { unfinished: true };
  const read = reading.json(field, value);
  if (outcome === 'output') return { output: read };
  const failure = failureSchema.safeParse(read);
  if (!failure.success && reading.problems[field] === undefined) {
    const { path, issue } = firstProblem(failure.error);
    const problem = problemText(pathText(path, 'The failure'), issue);
    reading.problems[field] = `${problem} A failure has a kind and a message.`;
  }
  return { error: read };
}

function signalOf({ key, name, value, afterSeconds }: SignalDraft, reading: Reading): object {
  const at = `signals.${key}`;
  if (name.trim() === '')
    reading.problems[`${at}.name`] = 'Enter the name of a signal that a step waits for.';
  return {
    name: name.trim(),
    value: reading.json(`${at}.value`, value),
    after_seconds: reading.seconds(`${at}.afterSeconds`, afterSeconds),
  };
}

function stepsOf({ steps }: TestDraft, problems: Record<string, string>): Record<string, string> {
  const read = new Map<string, string>();
  for (const { key, step, status } of steps) {
    const id = step.trim();
    if (id === '') problems[`steps.${key}.step`] = 'Enter a step ID.';
    else if (read.has(id)) problems[`steps.${key}.step`] = `${id} is listed twice. Remove one entry.`;
    read.set(id, status);
  }
  return Object.fromEntries(read);
}

function expectedValue({ key, path, match, value }: ValueDraft, reading: Reading): object {
  const at = `outputs.${key}`;
  const [root, , field] = parseValuePath(path.trim()) ?? [];
  if (root !== 'outputs' && !(root === 'steps' && field === 'output'))
    reading.problems[`${at}.path`] =
      path.trim() === ''
        ? 'Enter a path that starts with outputs. or steps.<id>.output.'
        : `“${path.trim()}” is not a valid path. Start with outputs. or steps.<id>.output.`;
  const shared = { path: path.trim(), match };
  if (match === 'any') return shared;
  return { ...shared, value: match === 'matches' ? value : reading.json(`${at}.value`, value) };
}

/** Problems of the schema, at the field of the form that they belong to. */
function schemaProblems(error: z.core.$ZodError, draft: TestDraft): TestProblems {
  const { path, issue } = firstProblem(error);
  const [part, ...rest] = path[0] === 'expect' ? path.slice(1) : path;
  const rows = { fixtures: draft.fixtures, signals: draft.signals, outputs: draft.outputs };
  const [index, name] = rest;
  const isRow = part === 'fixtures' || part === 'signals' || part === 'outputs';
  const key = isRow && typeof index === 'number' ? rows[part][index]?.key : undefined;
  const text = problemText(pathText(path, 'The test'), issue);
  if (key === undefined)
    return part === 'name' || part === 'now' || part === 'params' ? { [part]: text } : { all: text };
  const field = String(name ?? 'step').replace('after_seconds', 'afterSeconds');
  return { [`${String(part)}.${key}.${KNOWN.has(field) ? field : 'value'}`]: text };
}

const KNOWN = new Set(['step', 'iteration', 'seconds', 'name', 'afterSeconds', 'path', 'value']);
