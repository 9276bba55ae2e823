import type { ActionDescriptor, Descriptors } from '../catalogue';
import type { JsonObject } from '../json';
import { type Pipeline, type PipelineDocument, type Step, type StepDocument, UNTITLED } from './schema';

/** Parameters under their canonical names, and the author's spelling of those that differ. */
export interface NormalParams {
  readonly params: JsonObject;
  readonly spelling: Readonly<Record<string, string>>;
}

/**
 * Translates accepted spellings to the canonical names of the engine. Does not change the document. docs/rules.md,
 * section 2.1.
 */
export function normalize(document: PipelineDocument, descriptors: Descriptors): Pipeline {
  return {
    name: document.name ?? UNTITLED,
    params: document.params ?? {},
    steps: document.steps.map((step) => normalizeStep(step, descriptors)),
    outputs: document.outputs ?? {},
    settings: document.settings ?? {},
  };
}

const known = new WeakMap<StepDocument, { descriptors: Descriptors; step: Step }>();

/** One step in canonical form. Cached by identity: an editor normalises the same steps at every keystroke. */
export function normalizeStep(source: StepDocument, descriptors: Descriptors): Step {
  const cached = known.get(source);
  if (cached?.descriptors === descriptors) return cached.step;
  const descriptor = descriptors.find(source.action);
  const { params, spelling } = normalizeParams(source.params ?? {}, descriptor);
  const step: Step = {
    id: source.id,
    action: descriptor?.type ?? source.action,
    params,
    spelling,
    dependsOn: source.depends_on ?? [],
    condition:
      source.condition === undefined || source.condition.trim() === '' ? undefined : source.condition,
    retry: source.retry,
    name: source.name,
    timeoutSeconds: source.timeout_seconds,
    onFailure: source.on_failure ?? 'fail',
    onInterrupt: source.on_interrupt,
    disabled: source.disabled ?? false,
  };
  known.set(source, { descriptors, step });
  return step;
}

/** Renames parameters to their canonical names. Values stay as written: actions accept every spelling of them. */
export function normalizeParams(written: JsonObject, descriptor: ActionDescriptor | undefined): NormalParams {
  if (!descriptor) return { params: written, spelling: {} };
  const params: JsonObject = {};
  const spelling: Record<string, string> = {};
  for (const [name, value] of Object.entries(written)) {
    const canonical = canonicalName(name, descriptor);
    if (canonical !== name && Object.hasOwn(written, canonical)) continue;
    if (canonical !== name) spelling[canonical] = name;
    params[canonical] = value;
  }
  return { params, spelling };
}

function canonicalName(name: string, descriptor: ActionDescriptor): string {
  return Object.hasOwn(descriptor.spellings, name) ? (descriptor.spellings[name] ?? name) : name;
}
