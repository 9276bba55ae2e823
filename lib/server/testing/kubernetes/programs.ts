import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The Go module that pins the versions of all programs. */
export const PROGRAMS_MODULE = fileURLToPath(
  new URL('../../../../scripts/kubernetes/programs', import.meta.url),
);

/** Instructions for building missing programs. */
export const HOW_TO_BUILD = 'Build it once with "npm run kubernetes:build", which needs Go: docs/testing.md.';

/** The programs of the control plane, and the linters of the Helm chart. */
export const PROGRAM_NAMES = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kwok',
  'helm',
  'kubeconform',
  'kube-score',
] as const;
export type ProgramName = (typeof PROGRAM_NAMES)[number];

/** What kwok does to nodes and pods, beside the programs. */
export const STAGES_FILE = 'stages.yaml';

/** Programs of one version of Kubernetes. */
export interface KubernetesPrograms {
  /** Such as `1.37.2`. */
  readonly version: string;
  readonly stages: string;
  readonly path: (name: ProgramName) => string;
}

/** The version of a module that the pinned programs require. @throws Error when it is not pinned */
export function pinnedVersion(module: string): string {
  const lines = readFileSync(join(PROGRAMS_MODULE, 'go.mod'), 'utf8').split('\n');
  const line = lines.find((each) => each.startsWith(`\t${module} v`));
  if (line === undefined) throw new Error(`${PROGRAMS_MODULE}/go.mod does not require ${module}.`);
  return line.slice(`\t${module} v`.length).split(' ')[0] ?? '';
}

/** The programs in a folder, whether they were built or not. @param root empty for the cache folder of this user */
export function programsIn(root: string): KubernetesPrograms & { readonly folder: string } {
  const version = pinnedVersion('k8s.io/kubernetes');
  const cache = root === '' ? join(homedir(), '.cache', 'pipewright', 'kubernetes') : root;
  const folder = join(cache, version);
  return { version, folder, stages: join(folder, STAGES_FILE), path: (name) => join(folder, name) };
}

/** The programs when all of them were built. @param root as for `programsIn` */
export function findKubernetes(root: string): KubernetesPrograms | undefined {
  const programs = programsIn(root);
  const files = [programs.stages, ...PROGRAM_NAMES.map(programs.path)];
  return files.every((file) => existsSync(file)) ? programs : undefined;
}
