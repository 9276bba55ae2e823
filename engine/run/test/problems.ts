import type { Catalogue } from '../../catalogue';
import { compilePattern } from '../../expression/regex';
import { checkValue } from '../../pipeline/check-value';
import { coerceRunParams } from '../../pipeline/run-params';
import type { Pipeline, Step } from '../../pipeline/schema';
import { unitKey } from '../state/unit';
import { performedBy } from './fixtures';
import type { Fixture, OutputExpectation, PipelineTest } from './schema';
import { parseValuePath } from './value-path';

/** Why a test cannot run, as a sentence that says what to do. */
export interface TestProblem {
  readonly message: string;
  /** The step to correct. */
  readonly step?: string;
}

/** Everything that keeps a test from running with this definition. */
export function testProblems(pipeline: Pipeline, test: PipelineTest, catalogue: Catalogue): TestProblem[] {
  const steps = new Map(pipeline.steps.map((step) => [step.id, step]));
  const coerced = coerceRunParams(pipeline.params, test.params);
  const params = coerced.ok ? [] : coerced.problems;
  return [
    ...params.map(({ message, hint }) => ({ message: hint === undefined ? message : `${message} ${hint}` })),
    ...test.fixtures.flatMap((fixture) => fixtureProblem(fixture, steps.get(fixture.step), catalogue) ?? []),
    ...Object.keys(test.expect.steps).flatMap((id) => (steps.has(id) ? [] : goneStep(id, 'an expectation'))),
    ...test.expect.outputs.flatMap((expected) => outputProblem(expected, steps) ?? []),
  ];
}

function goneStep(id: string, what: string): TestProblem {
  const message = `The test has ${what} for ${id}, but the pipeline has no step ${id}. Remove it from the test, or rename it to an existing step.`;
  return { message, step: id };
}

function fixtureProblem(
  fixture: Fixture,
  step: Step | undefined,
  catalogue: Catalogue,
): TestProblem | undefined {
  if (!step) return goneStep(fixture.step, 'a fixture');
  const message = actionProblem(fixture, step, catalogue);
  return message === undefined ? undefined : { message, step: step.id };
}

function actionProblem(fixture: Fixture, step: Step, catalogue: Catalogue): string | undefined {
  const { action, release = 1 } = fixture;
  const unit = unitKey({ step: step.id, iteration: fixture.iteration ?? [] });
  const performed = performedBy(step, catalogue);
  const named = action === undefined ? undefined : catalogue.find(action);
  // A wait reads its steps again with actions that its definition does not name.
  const definition = performed?.kind === 'control' ? named : performed;
  if (definition?.kind !== 'effect')
    return `${step.id} (${step.action}) computes its result, so it cannot have a fixture. Remove the fixture from the test.`;
  if (action !== undefined && named?.type !== definition.type)
    return `The fixture of ${unit} is for ${action}, but the step now performs ${definition.type}. Update the fixture from a run of the current definition.`;
  const current = definition.release ?? 1;
  if (release !== current)
    return `The fixture of ${unit} is from release ${release} of ${definition.type}. The current release is ${current}, whose output differs. Update the fixture from a new run.`;
  const schema = catalogue.descriptors.find(definition.type)?.output;
  if (!('output' in fixture) || !schema) return undefined;
  const [problem] = checkValue(schema, fixture.output, `the output of ${unit}`);
  return (
    problem && `The fixture does not fit: ${problem.message} Correct the fixture, or update it from a run.`
  );
}

function outputProblem(
  { path, match, ...expected }: OutputExpectation,
  steps: ReadonlyMap<string, Step>,
): TestProblem | undefined {
  const parts = parseValuePath(path);
  const [root, id, field] = parts ?? [];
  if (root === 'steps' && field === 'output') {
    if (!steps.has(String(id))) return goneStep(String(id), 'an expectation');
  } else if (root !== 'outputs')
    return {
      message: `The path ${path} does not name a value. Begin it with outputs. or with steps.<id>.output.`,
    };
  const pattern =
    match === 'matches' && 'value' in expected ? compilePattern(String(expected.value)) : undefined;
  if (!pattern || !('problem' in pattern)) return undefined;
  return { message: `The pattern for ${path} is not valid: ${pattern.problem}. Correct the pattern.` };
}
