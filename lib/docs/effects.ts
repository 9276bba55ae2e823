import type { ActionDescriptor, JsonSchema } from '@/engine';
import { type ByParam, byParam, type Effect } from '@/engine/action';
import { listed } from './words';

type Acting = Pick<ActionDescriptor, 'kind' | 'effect' | 'idempotent' | 'params'>;

/** The side effects of an action, in a few words: `read with GET and HEAD, otherwise write`. */
export function effectText({ effect, params }: Pick<ActionDescriptor, 'effect' | 'params'>): string {
  if (effect === 'none') return performsAction(params) ? 'same as the action' : 'none';
  if (!dependsOnParam(effect)) return effect;
  const groups = new Map<Effect, string[]>();
  for (const [value, kind] of Object.entries(effect.of)) {
    if (kind !== effect.otherwise) groups.set(kind, [...(groups.get(kind) ?? []), value]);
  }
  const parts = [...groups].map(([kind, values]) => `${kind} with ${listed(values)}`);
  return [...parts, `otherwise ${effect.otherwise}`].join(', ');
}

/** Whether a parameter, or one inside it, names an action. */
function performsAction(schema: JsonSchema): boolean {
  return schema.widget === 'action' || Object.values(schema.properties ?? {}).some(performsAction);
}

/** What happens to a step in flight when its process died. docs/rules.md, section 8. */
export function crashText(action: Acting): string {
  if (action.kind === 'control') {
    return 'The progress is persisted. After a restart the step continues where it stopped.';
  }
  const values = valuesThatMatter(action);
  const again = values.filter((value) => runsAgain(action, value));
  const undecided = values.filter((value) => !runsAgain(action, value));
  if (undecided.length === 0)
    return 'The step runs again. It is idempotent: running it twice has the same effect as running it once.';
  const unknown = 'the outcome is unknown, so the step waits for your decision';
  if (again.length === 0) return `The step is not repeated automatically: ${unknown}.`;
  return `With ${listed(again)} the step runs again. With ${listed(undecided)} ${unknown}.`;
}

/** Values of the parameter on which effect or repetition depend; one value for all when neither depends on it. */
function valuesThatMatter({ effect, idempotent, params }: Acting): readonly string[] {
  const by = [effect, idempotent].find((fact) => dependsOnParam<unknown>(fact));
  if (by === undefined || !dependsOnParam<unknown>(by)) return [''];
  const values = params.properties?.[by.by]?.enum ?? Object.keys(by.of);
  return values.filter((value) => typeof value === 'string');
}

function runsAgain({ effect, idempotent }: Acting, value: string): boolean {
  const given = Object.fromEntries([effect, idempotent].flatMap((fact) => paramOf(fact, value)));
  const does = byParam(effect, given);
  return does === 'none' || does === 'read' || byParam(idempotent, given);
}

function paramOf(fact: ByParam<unknown>, value: string): [string, string][] {
  return dependsOnParam(fact) ? [[fact.by, value]] : [];
}

/** Narrows a fact to one that depends on a parameter. */
function dependsOnParam<T>(fact: ByParam<T>): fact is Extract<ByParam<T>, { readonly by: string }> {
  return typeof fact === 'object' && fact !== null && 'by' in fact;
}
