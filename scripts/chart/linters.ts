import type { KubernetesPrograms } from '@/lib/server/testing/kubernetes/programs';
import type { Example } from './files';
import { output } from './helm';

/** Checks of kube-score that do not apply, and why. */
const IGNORED: Readonly<Record<string, string>> = {
  'container-image-pull-policy': 'tags of releases do not change',
  'container-resources': 'a limit of CPU slows requests down; memory is limited',
  'container-ephemeral-storage-request-and-limit': 'volumes of pods have size limits',
  'pod-networkpolicy': 'hooks run before the policies exist, and one example has none',
  'deployment-has-host-podantiaffinity': 'constraints of topology spread the pods',
  'deployment-replicas': 'one example has one process',
};

/** Findings of kube-score in a rendered example, one per line. */
export async function score({ path }: KubernetesPrograms, { rendered }: Example): Promise<string[]> {
  const ignored = Object.keys(IGNORED).flatMap((test) => ['--ignore-test', test]);
  const args = ['score', '--output-format', 'ci', '--exit-one-on-warning', ...ignored, rendered];
  try {
    await output(path('kube-score'), args);
    return [];
  } catch (error) {
    const lines = error instanceof Error ? error.message.split('\n') : [];
    const findings = lines.filter((line) => /^\[(CRITICAL|WARNING)\]/.test(line));
    // Without findings, kube-score could not read the file.
    if (findings.length === 0) throw error;
    return findings;
  }
}

/** Checks a rendered example against schemas in a folder. @throws Error with the findings */
export async function conform(
  { path }: KubernetesPrograms,
  { rendered }: Example,
  schemas: string,
): Promise<void> {
  const location = `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`;
  await output(path('kubeconform'), ['-strict', '-schema-location', location, rendered]);
}
