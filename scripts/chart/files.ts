import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectRoot } from '../run';

const HELM = join(projectRoot, 'deploy', 'helm');
export const CHART = join(HELM, 'pipewright');
const EXAMPLES = join(HELM, 'examples');
const RENDERED = join(HELM, 'rendered');

/** A set of values with the rendered chart. */
export interface Example {
  readonly name: string;
  readonly values: string;
  readonly rendered: string;
}

/** Every set of values in deploy/helm/examples. */
export function examples(): Example[] {
  const names = readdirSync(EXAMPLES).map((file) => basename(file, '.yaml'));
  return names.sort().map((name) => ({
    name,
    values: join(EXAMPLES, `${name}.yaml`),
    rendered: join(RENDERED, `${name}.yaml`),
  }));
}

/** First line of a rendered file. Shows without Helm whether the file is up to date with the chart and its values. */
export function stampOf({ values }: Example): string {
  const entries = readdirSync(CHART, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of [...files.sort(), values]) {
    hash.update(`\0${file.slice(HELM.length)}\0`).update(readFileSync(file));
  }
  return `# Rendered by "npm run chart -- --write" from ${hash.digest('hex').slice(0, 32)}`;
}
