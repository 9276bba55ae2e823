import { stripVTControlCharacters } from 'node:util';
import type { KubernetesApi } from '../../adapters/clusters/kubernetes/api';
import type { Paths } from './paths';
import type { PodState } from './pods';

const TAIL_LINES = 20;
const TAIL_CHARACTERS = 4000;

/**
 * The last log lines of the container of a pod; those of its previous process when the current one has printed nothing.
 */
export async function lastLines(
  api: KubernetesApi,
  paths: Paths,
  { pod, container }: PodState,
): Promise<string> {
  if (!container) return '';
  const query = `container=${container.name}&tailLines=${TAIL_LINES}`;
  const path = (more: string) => paths.log(pod.metadata.name, `${query}${more}`);
  const current = plain(await api.text(path('')));
  if (current !== '' || container.restartCount === 0) return current;
  return plain(await api.text(path('&previous=true')));
}

/** Removes terminal escape sequences. */
function plain(text = ''): string {
  const shown = stripVTControlCharacters(text.slice(-TAIL_CHARACTERS));
  return shown.replaceAll(/[^\P{Cc}\n\t]+/gu, '').trim();
}
