import { byParam } from '../../action';
import type { Catalogue } from '../../catalogue';
import type { Failure } from '../../errors';
import { isJsonObject } from '../../json';
import type { Pipeline, Step } from '../../pipeline/schema';
import type { UnitState } from '../state/state';

/** A person's answer about an attempt that was interrupted. docs/rules.md, section 8. */
export type InterruptAnswer = 'happened' | 'retry' | 'fail';

/**
 * What to do about an attempt that was in flight when its process died: the author's policy; otherwise a retry when the
 * attempt is idempotent; otherwise ask a person. docs/rules.md, section 8.
 */
export function interruptPolicy(
  unit: UnitState,
  step: Step,
  pipeline: Pipeline,
  catalogue: Catalogue,
): 'retry' | 'ask' | 'fail' {
  return step.onInterrupt ?? pipeline.settings.on_interrupt ?? (mayRepeat(unit, catalogue) ? 'retry' : 'ask');
}

function mayRepeat(unit: UnitState, catalogue: Catalogue): boolean {
  const definition = catalogue.find(unit.action ?? '');
  if (!definition) return false;
  if (definition.kind === 'control') return true;
  const inputs = unit.attempts.at(-1)?.inputs;
  const written = inputs && 'value' in inputs && isJsonObject(inputs.value) ? inputs.value : {};
  // Parsing adds the defaults: an HTTP request without a method is a GET.
  const parsed = definition.params.safeParse(written);
  const params = parsed.success ? parsed.data : written;
  const effect = byParam(definition.effect, params);
  return effect === 'none' || effect === 'read' || byParam(definition.idempotent, params);
}

/** The failure of an attempt that may or may not have taken effect. */
export function unknownEffect(attempt: number): Failure {
  return {
    kind: 'unknown_effect',
    message: `Attempt ${attempt} was interrupted. The outcome is unknown.`,
  };
}
