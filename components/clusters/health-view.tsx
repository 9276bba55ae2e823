import { Notice } from '@/components/ui/notice';
import type { ClusterHealthInfo, ClusterSummary } from '@/lib/contracts/clusters';
import { CapacityBar } from './capacity-bar';
import styles from './clusters.module.css';
import { NodeTable } from './node-table';

export interface HealthViewProps {
  cluster: ClusterSummary;
  health: ClusterHealthInfo;
}

/** The result of a health check: issues, capacity and nodes. */
export function HealthView({ cluster, health }: HealthViewProps) {
  const { capacity, disk, gpuTypes, nodes, issues } = health;
  const taken = cluster.provider === 'local' ? 'used' : 'requested';
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
          <CapacityBar label="CPU" capacity={capacity.cpu} unit="cores" taken={taken} />
          <CapacityBar label="Memory" capacity={capacity.memory} unit="bytes" taken={taken} />
          {capacity.gpu.total > 0 && (
            <CapacityBar label="GPU" capacity={capacity.gpu} unit="GPUs" taken={taken} />
          )}
          {disk && <CapacityBar label="Disk" capacity={disk} unit="bytes" taken="used" />}
          <p className={styles.faint}>
            {gpuTypes.length > 0 ? `GPU types: ${gpuTypes.join(', ')}` : noGpuText(cluster, health)}
          </p>
        </div>
        <div>
          <h3>
            Nodes <span>{nodes.length}</span>
          </h3>
          <NodeTable cluster={cluster.id} nodes={nodes} />
        </div>
      </div>
    </>
  );
}

function noGpuText({ provider }: ClusterSummary, { capacity }: ClusterHealthInfo): string {
  if (capacity.gpu.total > 0) return 'The nodes do not report the models of their GPUs.';
  return provider === 'local' ? 'No GPU found with nvidia-smi.' : 'No node reports GPUs.';
}
