import { formatCount } from '@/components/ui/format';
import { Notice } from '@/components/ui/notice';
import type { ClusterCheck, ClusterHealthInfo } from '@/lib/contracts/clusters';
import styles from './clusters.module.css';

export interface TestResultProps {
  check: ClusterCheck;
}

/** The result of a test of a connection. */
export function TestResult({ check: { health, problem } }: TestResultProps) {
  if (!health) {
    return (
      <Notice status="failed" title="The test failed" alert className={styles.result}>
        {problem}
      </Notice>
    );
  }
  const isWell = health.status === 'healthy';
  const status = health.status === 'unhealthy' ? 'failed' : 'stale';
  return (
    <div role="status">
      <Notice
        status={isWell ? 'completed' : status}
        icon={isWell ? 'completed' : 'warn'}
        title={isWell ? 'Connected: the cluster is healthy' : `The cluster is ${health.status}`}
        className={styles.result}
      >
        <p>{factsOf(health)}</p>
        {health.issues.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      </Notice>
    </div>
  );
}

function factsOf({ version, nodes, capacity }: ClusterHealthInfo): string {
  const ready = nodes.filter(({ isReady }) => isReady).length;
  const facts = [
    version === undefined ? '' : `Kubernetes ${version}`,
    `${ready} of ${formatCount(nodes.length, 'node')} ready`,
    capacity.gpu.total === 0 ? '' : formatCount(capacity.gpu.total, 'GPU'),
  ];
  return `${facts.filter((fact) => fact !== '').join(', ')}.`;
}
