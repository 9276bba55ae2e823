import type { StepFix } from '@/components/run-state/step-fix';
import {
  type ActionDescriptor,
  type Descriptors,
  isJsonObject,
  type Json,
  type JsonObject,
  type PipelineDocument,
} from '@/engine';
import { authorSpelling } from '../branches';
import { innerActionFields } from '../card-size';
import { selectStep } from '../derived';
import { setParam, setStepField } from './fields';

/** A change of a document, and the field that it changed. */
export interface FixedDocument {
  readonly document: PipelineDocument;
  /** Path below the step; undefined when no field is known. */
  readonly path: string | undefined;
}

/** Statuses that count as success once `expect_status` is set. */
const EXPECTED = '2xx';
/** Attempts of a step that gets a retry. */
const ATTEMPTS = 3;
/** Timeout of a step that has none, in seconds. */
const FIRST_TIMEOUT = 60;

/** Makes the change that a failure suggests; an existing setting stays. Undefined when the step does not exist. */
export function applyFix(
  document: PipelineDocument,
  fix: StepFix,
  descriptors: Descriptors,
): FixedDocument | undefined {
  const step = selectStep(document, fix.step);
  if (step === undefined) return undefined;
  if (fix.kind === 'open') return { document, path: fix.path };
  if (fix.kind === 'retry') {
    const next = step.retry ? document : setStepField(document, step.id, 'retry', { max_attempts: ATTEMPTS });
    return { document: next, path: 'retry' };
  }
  const place = placeOf(document, fix, descriptors);
  return fix.kind === 'timeout' ? raiseTimeout(document, place) : expectStatus(document, place);
}

/** The parameters of the action that failed: those of the step, or of the action inside a loop. */
interface Place {
  readonly step: string;
  readonly stepTimeout: number | undefined;
  readonly descriptor: ActionDescriptor | undefined;
  readonly params: JsonObject;
  /** Path of the parameters below the step. */
  readonly path: string;
  write(name: string, value: Json): PipelineDocument;
}

function placeOf(
  document: PipelineDocument,
  { step: id, isInner }: StepFix,
  descriptors: Descriptors,
): Place {
  const step = selectStep(document, id);
  const outer = step && descriptors.find(step.action);
  const fields = isInner ? innerActionFields(outer) : undefined;
  const own = step?.params ?? {};
  const base = { step: id, stepTimeout: step?.timeout_seconds };
  if (step === undefined || fields?.params === undefined) {
    const write = (name: string, value: Json) => setParam(document, id, name, value);
    return { ...base, descriptor: outer, params: own, path: 'params', write };
  }
  const name = authorSpelling(step, outer, fields.params);
  const action = own[authorSpelling(step, outer, fields.action)];
  const inner = own[name];
  const params = inner !== undefined && isJsonObject(inner) ? inner : {};
  return {
    ...base,
    descriptor: typeof action === 'string' ? descriptors.find(action) : undefined,
    params,
    path: `params.${name}`,
    write: (key, value) => setParam(document, id, name, { ...params, [key]: value }),
  };
}

/** The author's name of a parameter. */
function nameIn({ step, params, descriptor }: Place, name: string): string {
  return authorSpelling({ id: step, action: '', params }, descriptor, name);
}

function expectStatus(document: PipelineDocument, place: Place): FixedDocument {
  const name = nameIn(place, 'expect_status');
  const path = `${place.path}.${name}`;
  return Object.hasOwn(place.params, name)
    ? { document, path }
    : { document: place.write(name, EXPECTED), path };
}

/** Doubles the shorter of the two limits, within what the action allows. An expression stays. */
function raiseTimeout(document: PipelineDocument, place: Place): FixedDocument {
  const { stepTimeout, descriptor, params, step } = place;
  const schema = descriptor?.params.properties?.timeout_seconds;
  const name = nameIn(place, 'timeout_seconds');
  const own = params[name] ?? schema?.default;
  const isOfStep = schema === undefined || (stepTimeout !== undefined && !(Number(own) < stepTimeout));
  if (isOfStep) {
    const seconds = stepTimeout === undefined ? FIRST_TIMEOUT : stepTimeout * 2;
    return { document: setStepField(document, step, 'timeout_seconds', seconds), path: 'timeout_seconds' };
  }
  const path = `${place.path}.${name}`;
  if (typeof own !== 'number') return { document, path };
  const seconds = Math.min(own * 2, schema.maximum ?? Number.POSITIVE_INFINITY);
  return { document: place.write(name, seconds), path };
}
