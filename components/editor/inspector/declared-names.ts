import type { PipelineDocument } from '@/engine';
import { uniqueId } from '../model/step-ids';

const PARAM_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Why a declared param cannot have a name, as a sentence; undefined when it can. */
export function refuseParamName(
  document: PipelineDocument,
  current: string,
  next: string,
): string | undefined {
  if (next === current) return undefined;
  if (next === '') return 'Enter a parameter name.';
  if (!PARAM_NAME.test(next))
    return `“${next}” is not a valid parameter name. Use letters, digits and _, starting with a letter.`;
  if (Object.hasOwn(document.params ?? {}, next)) return `The parameter ${next} already exists.`;
  return undefined;
}

/** A name that no declared param has. */
export function newParamName(document: PipelineDocument): string {
  return uniqueId('param', new Set(Object.keys(document.params ?? {})));
}

/** An object with its keys in another order: one of them moved by some places. */
export function moveKey<T>(object: Readonly<Record<string, T>>, key: string, by: number): Record<string, T> {
  const entries = Object.entries(object);
  const from = entries.findIndex(([name]) => name === key);
  const to = from + by;
  const [entry] = entries.slice(from, from + 1);
  if (from < 0 || to < 0 || to >= entries.length || entry === undefined) return { ...object };
  const rest = entries.filter((_, index) => index !== from);
  return Object.fromEntries([...rest.slice(0, to), entry, ...rest.slice(to)]);
}
