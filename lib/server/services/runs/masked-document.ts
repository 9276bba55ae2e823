import {
  type Descriptors,
  formatPipeline,
  importPipeline,
  isJsonObject,
  isTemplate,
  type Json,
  type JsonObject,
  MASK,
  normalizeParams,
} from '@/engine';

/** The text of a pipeline without secrets that are written in it: values of parameters for secrets are masked. */
export function maskedDocument(text: string, descriptors: Descriptors): string {
  const imported = importPipeline(text);
  if (!imported.ok) return text;
  const { document } = imported;
  const steps = document.steps.map((step) =>
    step.params === undefined
      ? step
      : { ...step, params: masked(step.params, writtenSecrets(step.action, step.params, descriptors)) },
  );
  return formatPipeline({ ...document, steps });
}

/** Secrets in the parameters of an action, and of the action that it performs for each item. */
function writtenSecrets(action: string, written: JsonObject, descriptors: Descriptors): Set<string> {
  const descriptor = descriptors.find(action);
  const { params } = normalizeParams(written, descriptor);
  const own = Object.entries(params).flatMap(([name, value]) =>
    descriptor?.params.properties?.[name]?.widget === 'secret' && isWritten(value) ? [value] : [],
  );
  const { action: inner, action_params: innerParams } = params;
  const inside =
    typeof inner === 'string' && innerParams !== undefined && isJsonObject(innerParams)
      ? writtenSecrets(inner, innerParams, descriptors)
      : [];
  return new Set([...own, ...inside]);
}

function isWritten(value: Json): value is string {
  return typeof value === 'string' && value !== '' && !isTemplate(value);
}

function masked(params: JsonObject, secrets: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, hide(value, secrets)]));
}

function hide(value: Json, secrets: ReadonlySet<string>): Json {
  if (typeof value === 'string') return secrets.has(value) ? MASK : value;
  if (Array.isArray(value)) return value.map((each) => hide(each, secrets));
  return isJsonObject(value) ? masked(value, secrets) : value;
}
