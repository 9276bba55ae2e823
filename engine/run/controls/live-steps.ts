import type { LiveStep } from '../../action';
import type { Catalogue } from '../../catalogue';
import { parseExpression, references } from '../../expression';
import { isJsonObject, type Json, ownProperty } from '../../json';
import { payloadValue } from '../state/payload';
import type { RunState, UnitState } from '../state/state';

interface Run {
  readonly state: RunState;
  readonly catalogue: Catalogue;
}

/**
 * The completed steps whose outputs an expression reads and that an action can read again, each once.
 * @throws ExpressionError when the text is no expression
 * @throws NotLoaded when the output of a step must be fetched first
 */
export function liveSteps(expression: string, run: Run): LiveStep[] {
  const read = references(parseExpression(expression)).flatMap(({ step, aspect }) =>
    step !== undefined && (aspect === undefined || aspect === 'output') ? [step] : [],
  );
  return [...new Set(read)].flatMap((step) => liveStep(step, run) ?? []);
}

function liveStep(step: string, { state, catalogue }: Run): LiveStep | undefined {
  const unit = state.steps.get(step);
  if (unit?.status !== 'completed') return undefined;
  const definition = catalogue.find(unit.action ?? '');
  if (definition?.kind !== 'effect' || !definition.current) return undefined;
  const { action, from, fields } = definition.current;
  const source = from === 'output' ? outputOf(unit, state) : inputsOf(unit, state);
  if (!isJsonObject(source)) return undefined;
  const found = fields.flatMap((field) => {
    const value = ownProperty(source, field);
    return value === undefined ? [] : [[field, value] as const];
  });
  if (found[0]?.[0] !== fields[0]) return undefined;
  return { step, action, params: Object.fromEntries(found) };
}

function outputOf({ output }: UnitState, { loaded }: RunState): Json | undefined {
  return output && payloadValue(output, loaded);
}

function inputsOf({ attempts }: UnitState, { loaded }: RunState): Json | undefined {
  const inputs = attempts.at(-1)?.inputs;
  return inputs && payloadValue(inputs, loaded);
}
