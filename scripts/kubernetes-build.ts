/**
 * `npm run kubernetes:build`: builds a Kubernetes API server with its programs, and the linters of the Helm chart, from
 * the Go modules that scripts/kubernetes pins. Existing programs are kept.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  PROGRAM_NAMES,
  PROGRAMS_MODULE,
  type ProgramName,
  pinnedVersion,
  programsIn,
} from '@/lib/server/testing/kubernetes/programs';
import { fail, run } from './run';

/** The Go package of each program. */
const PACKAGES: Readonly<Record<ProgramName, string>> = {
  etcd: 'go.etcd.io/etcd/server/v3',
  'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
  'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
  'kube-scheduler': 'k8s.io/kubernetes/cmd/kube-scheduler',
  kwok: 'sigs.k8s.io/kwok/cmd/kwok',
  helm: 'helm.sh/helm/v4/cmd/helm',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform',
  'kube-score': 'github.com/zegl/kube-score/cmd/kube-score',
};

/** kube-score depends on types that newer Kubernetes releases have removed, so it is a separate module. */
const SCORE_MODULE = join(PROGRAMS_MODULE, '..', 'kube-score');

/** Stages of kwok: nodes become ready, pods run, pods of jobs complete, deleted pods are removed. */
const STAGES = [
  'node/fast/node-initialize',
  'pod/fast/pod-ready',
  'pod/fast/pod-complete',
  'pod/fast/pod-delete',
];

const GO = process.env.PIPEWRIGHT_GO || (existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : 'go');
const JOBS = process.env.PIPEWRIGHT_KUBERNETES_JOBS;

/** Kubernetes reports its version only when the linker sets it. */
function linkerFlags(version: string): string {
  const [major, minor] = version.split('.');
  const values = { gitVersion: `v${version}`, gitMajor: major, gitMinor: minor };
  const sets = Object.entries(values).map(
    ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
  );
  return ['-s', '-w', ...sets].join(' ');
}

async function build(name: ProgramName, target: string, version: string): Promise<void> {
  const module = name === 'kube-score' ? SCORE_MODULE : PROGRAMS_MODULE;
  const unfinished = `${target}.${process.pid}`;
  const jobs = JOBS ? ['-p', JOBS] : [];
  const flags = ['-mod=readonly', '-trimpath', ...jobs, '-ldflags', linkerFlags(version)];
  const args = ['-n', '10', GO, 'build', '-C', module, ...flags, '-o', unfinished, PACKAGES[name]];
  const code = await run('nice', args, { env: { CGO_ENABLED: '0' } });
  if (code !== 0)
    throw new Error(`${name} could not be built: go exited with ${code}. See its output above.`);
  await rename(unfinished, target);
}

async function writeStages(path: string): Promise<void> {
  const module = `sigs.k8s.io/kwok@v${pinnedVersion('sigs.k8s.io/kwok')}`;
  const { stdout } = await promisify(execFile)(GO, ['mod', 'download', '-json', module], {
    cwd: PROGRAMS_MODULE,
  });
  const { Dir: folder }: { Dir: string } = JSON.parse(stdout);
  const files = STAGES.map((name) => readFile(join(folder, 'kustomize', 'stage', `${name}.yaml`), 'utf8'));
  await writeFile(path, (await Promise.all(files)).join('---\n'));
}

async function main(): Promise<void> {
  const { version, folder, stages, path } = programsIn(process.env.PIPEWRIGHT_KUBERNETES ?? '');
  await mkdir(folder, { recursive: true });
  if (!existsSync(stages)) await writeStages(stages);
  for (const name of PROGRAM_NAMES) {
    const start = performance.now();
    if (!existsSync(path(name))) await build(name, path(name), version);
    const { size } = await stat(path(name));
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${name}: ${Math.round(size / 1e6)} MB, ${seconds} s`);
  }
  console.log(`Kubernetes ${version}: ${folder}`);
}

await main().catch(fail);
