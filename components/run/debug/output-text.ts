import type { Json, JsonSchema } from '@/engine';

/** The text that an entered output begins with: the required fields of the action's output, empty. */
export function outputText(schema: JsonSchema | undefined): string {
  return schema === undefined ? '' : JSON.stringify(emptyValue(schema), null, 2);
}

function emptyValue(schema: JsonSchema): Json {
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  switch (type) {
    case 'object': {
      const required = Object.entries(schema.properties ?? {}).filter(([name]) => isRequired(schema, name));
      return Object.fromEntries(required.map(([name, inner]) => [name, emptyValue(inner)]));
    }
    case 'array':
      return [];
    case 'string':
      return '';
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function isRequired({ required }: JsonSchema, name: string): boolean {
  return required?.includes(name) ?? false;
}
