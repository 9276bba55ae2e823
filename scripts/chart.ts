/**
 * `npm run chart`: checks the Helm chart with Helm, linters and an installation on a Kubernetes API server. With
 * --write it first updates the rendered examples; with --no-install it starts no API server.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  findKubernetes,
  HOW_TO_BUILD,
  type KubernetesPrograms,
} from '@/lib/server/testing/kubernetes/programs';
import { type Example, examples } from './chart/files';
import { lint, render } from './chart/helm';
import { installOn, startCluster } from './chart/install';
import { conform, score } from './chart/linters';
import { writeSchemas } from './chart/schemas';
import { fail } from './run';

const isWriting = process.argv.includes('--write');
const isInstalling = !process.argv.includes('--no-install');

async function checkRendering(programs: KubernetesPrograms, example: Example): Promise<void> {
  await lint(programs, example);
  const text = await render(programs, example);
  if (isWriting) {
    await mkdir(dirname(example.rendered), { recursive: true });
    await writeFile(example.rendered, text);
  } else if ((await readFile(example.rendered, 'utf8').catch(() => '')) !== text) {
    throw new Error(`${example.rendered} is not what the chart renders. Run "npm run chart -- --write".`);
  }
  const findings = await score(programs, example);
  if (findings.length > 0) throw new Error(`kube-score, ${example.name}:\n${findings.join('\n')}`);
  console.log(`${example.name}: helm lint --strict, rendering and kube-score passed`);
}

async function install(programs: KubernetesPrograms): Promise<void> {
  const schemas = await mkdtemp(join(tmpdir(), 'pipewright-schemas-'));
  const plane = await startCluster(programs);
  try {
    const kinds = await writeSchemas(schemas, (await plane.request({ path: '/openapi/v2' })).body);
    for (const example of examples()) {
      await conform(programs, example, schemas);
      const { objects, pods } = await installOn(plane, programs, example);
      const total = Object.values(objects).reduce((sum, count) => sum + count, 0);
      const list = Object.entries(objects).map(([kind, count]) => `${count} ${kind}`);
      console.log(
        `${example.name}: kubeconform (${kinds} kinds), install, upgrade, rollback and uninstall passed: ${total} objects (${list.join(', ')}), ${pods} pods running`,
      );
    }
  } finally {
    await plane.stop();
    await rm(schemas, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const programs = findKubernetes(process.env.PIPEWRIGHT_KUBERNETES ?? '');
  if (!programs) throw new Error(`The chart needs Helm and a Kubernetes API server. ${HOW_TO_BUILD}`);
  for (const example of examples()) await checkRendering(programs, example);
  if (isInstalling) await install(programs);
}

await main().catch(fail);
