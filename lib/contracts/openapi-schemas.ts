import { z } from 'zod';

/** A JSON Schema, as data. */
export type JsonSchemaObject = { [name: string]: unknown };

/**
 * JSON Schemas of the endpoints; those with an id are written once. Draft 2020-12, which OpenAPI 3.1 uses unchanged.
 */
export class SchemaBook {
  /** Schemas that others refer to, by their id. */
  readonly named: Record<string, JsonSchemaObject> = { Json: { description: 'Any JSON value.' } };

  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchemaObject {
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => simplify(jsonSchema, io),
    });
    for (const [id, definition] of Object.entries($defs)) {
      if (!isUnnamed(id)) this.named[id] = Object(withComponents(definition));
    }
    return Object(withComponents(rest));
  }
}

function simplify(schema: JsonSchemaObject, io: 'input' | 'output'): void {
  // Read-only arrays of TypeScript are not read-only properties.
  delete schema.readOnly;
  // A format needs no additional pattern.
  if (schema.format !== undefined) delete schema.pattern;
  // Later releases may add fields to responses.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** zod names recursive schemas. The only one without an id is that of any JSON value. */
function isUnnamed(id: string): boolean {
  return id.startsWith('__schema');
}

function withComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponents);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') {
    const id = value.$ref.replace('#/$defs/', '');
    return { $ref: `#/components/schemas/${isUnnamed(id) ? 'Json' : id}` };
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withComponents(item)]));
}
