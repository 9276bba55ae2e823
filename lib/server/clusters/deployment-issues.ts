import type { Sql } from 'postgres';
import type { ClusterIssue } from '@/engine/ports';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { isLeaderStale } from '../store/deployments/leader';
import { livingDeployments, replicasOf } from '../store/deployments/read-deployments';

/** Age of the last lease above which no controller is running, in seconds. A takeover takes up to 40 s. */
const SILENCE_SECONDS = 60;

/** Issues of the deployments on a cluster. */
export async function deploymentIssues(sql: Sql, clusterId: string): Promise<ClusterIssue[]> {
  const rows = (await livingDeployments(sql)).filter(
    (row) => row.clusterId === clusterId && row.status !== 'deleting' && row.status !== 'stopped',
  );
  if (rows.length === 0) return [];
  const replicas = await replicasOf(
    sql,
    rows.map(({ id }) => id),
  );
  const ready = (row: DeploymentRow) =>
    replicas.filter(({ deploymentId, state }) => deploymentId === row.id && state === 'ready').length;
  const issues = rows.flatMap((row) => issueOf(row, ready(row)) ?? []);
  if (clusterId === LOCAL_CLUSTER && (await isLeaderStale(sql, SILENCE_SECONDS))) issues.push(SILENT);
  return issues;
}

const SILENT: ClusterIssue = {
  check: 'deployments',
  severity: 'unhealthy',
  message: `No process of Pipewright has managed the deployments of this cluster for ${SILENCE_SECONDS} s. Check that the server is running, and its log.`,
};

/** The issue of a deployment without enough ready replicas; undefined while it starts or scales without a problem. */
function issueOf(row: DeploymentRow, ready: number): ClusterIssue | undefined {
  const { name, status, replicas, observed, generation, error, externalUrl } = row;
  const wanted = externalUrl === null ? replicas : Math.min(1, replicas);
  if (ready >= wanted && status !== 'failed') return undefined;
  const isUnderWay = observed < generation && (observed === 0 || ready > 0);
  if (status !== 'failed' && error === null && isUnderWay) return undefined;
  const state = status === 'failed' ? 'failed' : `has ${ready} of ${wanted} replicas ready`;
  const why = error === null ? 'Check the events on its page.' : error.message;
  return { check: 'deployments', severity: 'degraded', message: `The deployment ${name} ${state}. ${why}` };
}
