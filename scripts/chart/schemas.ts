import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '@/engine';

const openApiSchema = z.object({
  definitions: z.record(
    z.string(),
    z.looseObject({
      properties: z.record(z.string(), z.unknown()).optional(),
      additionalProperties: z.unknown().optional(),
      'x-kubernetes-group-version-kind': z
        .array(z.object({ group: z.string(), version: z.string(), kind: z.string() }))
        .optional(),
    }),
  ),
});

/** The file of all definitions, which the other files reference. */
const ALL = '_definitions.json';

/**
 * Writes the schemas of an API server in the layout that kubeconform reads: one file for each kind and version. Unknown
 * fields are refused.
 * @param openApi the response of /openapi/v2
 * @returns the number of kinds
 */
export async function writeSchemas(folder: string, openApi: unknown): Promise<number> {
  const { definitions } = openApiSchema.parse(openApi);
  const strict = Object.entries(definitions).map(([name, definition]) => {
    const isOpen = definition.properties === undefined || definition.additionalProperties !== undefined;
    return [
      name,
      convert({ ...definition, ...(isOpen ? {} : { additionalProperties: false }) } as JsonObject),
    ];
  });
  await writeFile(join(folder, ALL), JSON.stringify({ definitions: Object.fromEntries(strict) }));
  let count = 0;
  for (const [name, definition] of Object.entries(definitions)) {
    for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? []) {
      const [short = ''] = group.split('.');
      const file = [kind, ...(short === '' ? [] : [short]), version].join('-').toLowerCase();
      await writeFile(join(folder, `${file}.json`), JSON.stringify({ $ref: `${ALL}#/definitions/${name}` }));
      count += 1;
    }
  }
  return count;
}

/** Allows numbers for quantities and ports, which OpenAPI declares as strings. */
function convert(value: Json): Json {
  if (Array.isArray(value)) return value.map(convert);
  if (!isJsonObject(value)) return value;
  if (value.type === 'string' && value.format === 'int-or-string') return { type: ['string', 'integer'] };
  if (isQuantity(value)) return { type: ['string', 'number'] };
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, convert(part)]));
}

function isQuantity({ $ref }: JsonObject): boolean {
  return $ref === '#/definitions/io.k8s.apimachinery.pkg.api.resource.Quantity';
}
