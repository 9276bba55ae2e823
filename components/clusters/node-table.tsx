import { Icon } from '@/components/ui/icon';
import { StatusGlyph } from '@/components/ui/status';
import type { CapacityInfo, ClusterNodeInfo } from '@/lib/contracts/clusters';
import styles from './clusters.module.css';
import type { NodeUse } from './gpu-groups';

export interface NodeTableProps {
  /** Name of the cluster. */
  cluster: string;
  nodes: readonly ClusterNodeInfo[];
  /** Use by replicas, by node name. */
  uses: ReadonlyMap<string, NodeUse>;
  /** Whether the GPUs could not be listed. */
  gpusUnknown: boolean;
}

/** Maximum of nodes shown, so that the page of a large cluster stays readable. */
const MAX_SHOWN = 50;

/** The nodes of a cluster, those that are not ready first. */
export function NodeTable({ cluster, nodes, uses, gpusUnknown }: NodeTableProps) {
  const ordered = [...nodes].sort((a, b) => Number(a.isReady) - Number(b.isReady));
  const more = ordered.length - MAX_SHOWN;
  return (
    <>
      <table className={styles.nodes} aria-label={`Nodes of ${cluster}`}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">GPU</th>
            <th scope="col" className={styles.number}>
              Replicas
            </th>
            <th scope="col">CPU</th>
            <th scope="col">Memory</th>
          </tr>
        </thead>
        <tbody>
          {ordered.slice(0, MAX_SHOWN).map((node) => (
            <tr key={node.name}>
              <th scope="row">
                {node.isReady ? (
                  <StatusGlyph status="completed" />
                ) : (
                  <span data-status="failed" className={styles.notReady}>
                    <Icon name="failed" size={14} />
                  </span>
                )}
                <span className={styles.nodeName}>{node.name}</span>{' '}
                <span className={node.isReady ? styles.hidden : styles.notReady}>
                  {node.isReady ? 'Ready' : 'Not ready'}
                </span>
              </th>
              <td>{gpusOf(node, gpusUnknown)}</td>
              <td className={styles.number}>{uses.get(node.name)?.replicas ?? 0}</td>
              <td>{node.isReady ? <Share of={node.cpu} /> : '–'}</td>
              <td>{node.isReady ? <Share of={node.memory} /> : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className={styles.faint}>and {more} more nodes</p>}
    </>
  );
}

function gpusOf({ gpu, gpuTypes }: ClusterNodeInfo, unknown: boolean): string {
  if (unknown) return 'unknown';
  if (gpu.total === 0) return 'none';
  return gpuTypes.length === 0 ? String(gpu.total) : `${gpu.total} × ${gpuTypes.join(', ')}`;
}

/** The used share of a node. */
function Share({ of: { total, free } }: { of: CapacityInfo }) {
  const percent = total === 0 ? 0 : Math.round(((total - free) / total) * 100);
  return (
    <span className={styles.share}>
      <span className={styles.small} aria-hidden>
        <i style={{ width: `${percent}%` }} />
      </span>
      {percent} %
    </span>
  );
}
