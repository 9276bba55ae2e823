import type { ActionDescriptor } from '../../catalogue';
import type { Json, JsonObject } from '../../json';
import type { BoundText, RevealedSecret } from '../../ports';

/** Values that are written literally in parameters for secrets. They are hidden too. */
export function writtenSecrets(params: JsonObject, descriptor: ActionDescriptor): RevealedSecret[] {
  return Object.entries(params).flatMap(([name, value]) =>
    descriptor.params.properties?.[name]?.widget === 'secret' && typeof value === 'string'
      ? [{ name: `params.${name}`, value, hosts: [], isWritten: true }]
      : [],
  );
}

/** Bound text as the journal stores it: text with numbered placeholders, and the values. */
export function showBound({ parts, values }: BoundText): Json {
  const text = parts.map((part, index) => (index === 0 ? part : `$${index}${part}`)).join('');
  return values.length === 0 ? text : { text, values: [...values] };
}
