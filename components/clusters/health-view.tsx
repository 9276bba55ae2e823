'use client';

import { useDeployments } from '@/components/deployments/use-deployments';
import { Notice } from '@/components/ui/notice';
import type { ClusterHealthInfo, ClusterSummary } from '@/lib/contracts/clusters';
import { CapacityBar } from './capacity-bar';
import styles from './clusters.module.css';
import { GpuCells } from './gpu-cells';
import { areGpusUnknown, gpuGroups, useByNode } from './gpu-groups';
import { NodeTable } from './node-table';
import { type Amounts, reservedBy } from './reserved';

export interface HealthViewProps {
  cluster: ClusterSummary;
  health: ClusterHealthInfo;
}

/** The result of a health check: issues, capacity and nodes. */
export function HealthView({ cluster, health }: HealthViewProps) {
  const { capacity, disk, nodes, issues } = health;
  const deployments = useDeployments().filter(({ cluster_id: id }) => id === cluster.id);
  const deployed = reservedBy(deployments);
  const uses = useByNode(deployments);
  const gpus = gpuGroups(cluster.provider, nodes, uses);
  const gpusUnknown = areGpusUnknown(cluster, health);
  /** Kubernetes reports reservations, the machine of the server reports actual use. */
  const partsOf = (resource: keyof Amounts) => {
    const { total, free } = capacity[resource];
    const taken = total - free;
    return cluster.provider === 'local'
      ? { total, used: taken, reserved: deployed[resource] }
      : { total, reserved: taken };
  };
  return (
    <>
      {issues.length > 0 && (
        <ul className={styles.issues} aria-label={`Issues of ${cluster.id}`}>
          {issues.map(({ check, severity, message }) => (
            <li key={`${check} ${message}`}>
              <Notice
                status={severity === 'unhealthy' ? 'failed' : 'stale'}
                icon={severity === 'unhealthy' ? 'err' : 'warn'}
                title={message}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.columns}>
        <div>
          <h3>Capacity</h3>
          <CapacityBar label="CPU" {...partsOf('cpu')} unit="cores" />
          <CapacityBar label="Memory" {...partsOf('memory')} unit="bytes" />
          {capacity.gpu.total > 0 && <CapacityBar label="GPU" {...partsOf('gpu')} unit="GPUs" />}
          {disk && <CapacityBar label="Disk" total={disk.total} used={disk.total - disk.free} unit="bytes" />}
          {gpus.length > 0 ? (
            <GpuCells groups={gpus} />
          ) : (
            <p className={styles.faint}>{noGpuText(cluster, gpusUnknown)}</p>
          )}
        </div>
        <div>
          <h3>
            Nodes <span>{nodes.length}</span>
          </h3>
          <NodeTable cluster={cluster.id} nodes={nodes} uses={uses} gpusUnknown={gpusUnknown} />
        </div>
      </div>
    </>
  );
}

function noGpuText({ provider }: ClusterSummary, unknown: boolean): string {
  if (unknown) return 'GPUs unknown.';
  return provider === 'local' ? 'No GPU found with nvidia-smi.' : 'No node reports GPUs.';
}
