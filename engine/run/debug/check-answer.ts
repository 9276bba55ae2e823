import type { ActionDescriptor, Descriptors } from '../../catalogue';
import { closest, ExpressionError, parseExpression, templateReferences } from '../../expression';
import { isJsonObject, type Json, type JsonObject, ownProperty } from '../../json';
import { checkValue } from '../../pipeline/check-value';
import type { Graph } from '../../pipeline/graph';
import { givenProblem } from '../rerun/given';
import { payloadValue } from '../state/payload';
import { sourceOf } from '../state/source';
import type { PauseState, RunState } from '../state/state';
import { type UnitAddress, unitKey } from '../state/unit';
import type { PauseAnswer } from './answer';

/** An answer to a pause of a unit. */
export interface GivenAnswer {
  readonly graph: Graph;
  readonly descriptors: Descriptors;
  readonly state: RunState;
  readonly address: UnitAddress;
  readonly pause: PauseState;
  readonly answer: PauseAnswer;
}

/** Why an answer cannot be carried out, as a sentence with what to do next. @throws NotLoaded */
export function answerProblem(given: GivenAnswer): string | undefined {
  const { answer, pause } = given;
  const name = unitKey(given.address);
  if (answer.do === 'retry' && pause.moment === 'before')
    return `${name} has not started, so there is nothing to retry. Continue it instead.`;
  if (answer.do === 'skip' || answer.do === 'fail') return undefined;
  if (answer.do === 'output') return outputProblem(given, answer.output);
  if (answer.do !== 'retry' && pause.moment === 'failure' && answer.inputs === undefined) return undefined;
  const { action } = sourceOf(given.graph, given.state, given.address);
  const descriptor = given.descriptors.find(action);
  if (!descriptor)
    return `The action ${action} of ${name} is unknown, so no attempt can start. Use an output, skip or fail the step, or cancel the run.`;
  return answer.inputs && inputsProblem(given, descriptor, answer.inputs);
}

function outputProblem({ graph, descriptors, state, address }: GivenAnswer, value: Json): string | undefined {
  const name = unitKey(address);
  const { action } = sourceOf(graph, state, address);
  const descriptor = descriptors.find(action);
  const [problem] = descriptor ? checkValue(descriptor.output, value, `output of ${name}`) : [];
  if (problem) return sentence(`The ${problem.message}`, problem.hint);
  const node = address.iteration.length === 0 ? graph.steps.get(address.step) : undefined;
  const given = { source: 'entered', output: { value } } as const;
  return node && givenProblem(node, graph, given, state.loaded);
}

function inputsProblem(
  given: GivenAnswer,
  descriptor: ActionDescriptor,
  inputs: JsonObject,
): string | undefined {
  const shown = payloadValue(given.pause.inputs, given.state.loaded);
  const before = isJsonObject(shown) ? shown : {};
  return first(
    Object.entries(inputs).map(([name, value]) =>
      inputProblem({ name, value, shown: ownProperty(before, name) }, descriptor, unitKey(given.address)),
    ),
  );
}

interface EditedInput {
  readonly name: string;
  readonly value: Json;
  /** As the pause showed it. */
  readonly shown: Json | undefined;
}

function inputProblem(
  { name, value, shown }: EditedInput,
  descriptor: ActionDescriptor,
  unit: string,
): string | undefined {
  const known = descriptor.params.properties ?? {};
  const schema = ownProperty(known, name);
  if (schema === undefined) {
    const next = closest(name, Object.keys(known));
    const hint = next === undefined ? 'Remove it.' : `Did you mean ${next}?`;
    return `${descriptor.type} has no parameter ${name}. ${hint}`;
  }
  const added = addedSecret(value, shown, `params.${name}`);
  if (added !== undefined)
    return `${added} of ${unit} names a secret, but edited inputs are values. Keep the text that reads the secret as it is, or change the pipeline.`;
  const path = `params.${name}`;
  const own = readingProblem(schema.reads, value, path);
  if (own) return sentence(own.message, own.hint);
  const [problem] = schema.reads === 'bound' ? [] : checkValue(schema, value, path);
  return problem && sentence(problem.message, problem.hint);
}

/** A parameter that is read in a way of its own is edited as it is written. */
function readingProblem(
  reads: string | undefined,
  value: Json,
  path: string,
): { readonly message: string; readonly hint?: string } | undefined {
  if (reads === 'bound') return boundProblem(value, path);
  if (reads !== 'expression' || typeof value !== 'string') return undefined;
  try {
    parseExpression(value);
    return undefined;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, hint } = error;
    return { message: `${path} is invalid: ${message}`, ...(hint === undefined ? {} : { hint }) };
  }
}

/** `{text, values}`, with `$1`, `$2` … in the text, in order. */
function boundProblem(value: Json, path: string): { readonly message: string } | undefined {
  if (!isJsonObject(value)) return undefined;
  const { text, values } = value;
  const wrong = `${path} needs text, or an object with text and values, in which $1, $2 … stand for the values in order.`;
  if (typeof text !== 'string' || !Array.isArray(values)) return { message: wrong };
  let from = 0;
  for (let number = 1; number <= values.length; number += 1) {
    const at = text.indexOf(`$${number}`, from);
    if (at === -1) return { message: wrong };
    from = at + 1;
  }
  return undefined;
}

/** The path of a text that names a secret where the pause showed another text. */
function addedSecret(value: Json, shown: Json | undefined, path: string): string | undefined {
  if (typeof value === 'string') return value !== shown && namesSecret(value) ? path : undefined;
  if (Array.isArray(value)) {
    const before = Array.isArray(shown) ? shown : [];
    return first(value.map((item, index) => addedSecret(item, before[index], `${path}[${index}]`)));
  }
  if (!isJsonObject(value)) return undefined;
  const before = shown !== undefined && isJsonObject(shown) ? shown : {};
  return first(
    Object.entries(value).map(([key, item]) => addedSecret(item, ownProperty(before, key), `${path}.${key}`)),
  );
}

function first(found: readonly (string | undefined)[]): string | undefined {
  return found.find((path) => path !== undefined);
}

function namesSecret(text: string): boolean {
  try {
    return templateReferences(text).some(({ reference }) => reference.root === 'secrets');
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

function sentence(message: string, hint: string | undefined): string {
  return hint === undefined ? message : `${message} ${hint}`;
}
