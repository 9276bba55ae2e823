import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { CHART } from './files';

interface Value {
  readonly description?: string | undefined;
  readonly type?: string | undefined;
  readonly properties?: Readonly<Record<string, Value>> | undefined;
}

const valueSchema: z.ZodType<Value> = z.lazy(() =>
  z.object({
    description: z.string().optional(),
    type: z.string().optional(),
    properties: z.record(z.string(), valueSchema).optional(),
  }),
);

/** A value of the chart as a row of the page. */
interface Row {
  readonly path: string;
  readonly meaning: string;
  readonly standard: unknown;
}

/** The schema of the chart's values, as JSON. */
export function valuesSchema(): unknown {
  return JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8'));
}

/** The default values. */
export function defaultValues(): unknown {
  return parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
}

/** The page of all values, generated from their schema and their defaults. */
export function valuesPage(): string {
  const rows = rowsOf(valueSchema.parse(valuesSchema()), defaultValues(), '');
  const lines = rows.map(
    ({ path, meaning, standard }) => `| \`${path}\` | ${meaning} | ${shown(standard)} |`,
  );
  return `# Values of the Helm chart

Generated from \`deploy/helm/pipewright/values.schema.json\` and \`values.yaml\` by \`npm run docs\`. How to install:
[kubernetes.md](kubernetes.md).

| Value | Meaning | Default |
| --- | --- | --- |
${lines.join('\n')}
`;
}

function rowsOf(schema: Value, values: unknown, prefix: string): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const path = prefix + name;
    const standard = ownOf(values, name);
    const below = isLeaf(path, value) ? [] : rowsOf(value, standard, `${path}.`);
    if (below.length > 0) return below;
    return [{ path, meaning: value.description ?? '', standard }];
  });
}

/** Requests and limits are documented as one value. */
function isLeaf(path: string, value: Value): boolean {
  return value.properties === undefined || path.endsWith('.resources');
}

function ownOf(values: unknown, name: string): unknown {
  return z.record(z.string(), z.unknown()).parse(values)[name];
}

function shown(value: unknown): string {
  return value === '' ? 'empty' : `\`${JSON.stringify(value)}\``;
}
