import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { KubernetesPrograms } from '@/lib/server/testing/kubernetes/programs';
import { CHART, type Example, stampOf } from './files';

/** Release and namespace of rendered examples. */
export const RELEASE = 'pipewright';
const NAMESPACE = 'pipes';

/** Runs a program and returns what it printed. @throws Error with its output when it fails */
export async function output(path: string, args: readonly string[]): Promise<string> {
  const options = { maxBuffer: 64 * 2 ** 20 };
  try {
    const { stdout } = await promisify(execFile)(path, [...args], options);
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${path} ${args.join(' ')}:\n${stdout}${stderr}`, { cause: error });
  }
}

/** Checks templates and values with `helm lint --strict`. @throws Error with the findings */
export async function lint({ path }: KubernetesPrograms, { values }: Example): Promise<void> {
  await output(path('helm'), ['lint', '--strict', '--values', values, CHART]);
}

/** Renders the chart with the values of an example. */
export async function render({ path, version }: KubernetesPrograms, example: Example): Promise<string> {
  const at = ['--namespace', NAMESPACE, '--kube-version', version];
  const text = await output(path('helm'), ['template', RELEASE, CHART, '--values', example.values, ...at]);
  return `${stampOf(example)}\n${text}`;
}
