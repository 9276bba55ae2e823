'use client';

import Link from 'next/link';
import type { DeploymentSummary } from '@/lib/contracts/deployments';
import { CopyButton } from '../ui/copy-button';
import { formatAgo } from '../ui/format';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { Menu, MenuItem } from '../ui/menu';
import { useOrigin } from '../ui/use-origin';
import type { Asking } from './deployment-dialogs';
import { baseUrl, deploymentHref, endpointPath, limitText, modelOf } from './deployment-look';
import styles from './deployments.module.css';
import { ReplicaLine } from './replica-line';

export interface DeploymentRowProps {
  deployment: DeploymentSummary;
  /** This machine's clock. */
  now: Date;
  /** Opens the page of the deployment. */
  onOpen: () => void;
  onAsk: (about: Asking['about']) => void;
}

/** One deployment of the list. */
export function DeploymentRow({ deployment, now, onOpen, onAsk }: DeploymentRowProps) {
  const { name, cluster_id: cluster, created_by: by } = deployment;
  const model = modelOf(deployment);
  const isEnding = deployment.status === 'deleting';
  return (
    <tr className={styles.row}>
      <th scope="row">
        <Link href={deploymentHref(name)} className={styles.name}>
          {name}
        </Link>
        <p className={styles.endpoint}>
          <span className={styles.cut}>{endpointPath(name)}</span>
          <CopyEndpoint deployment={deployment} />
        </p>
      </th>
      <td>
        <p className={styles.cut}>
          {model.href === undefined ? model.name : <Link href={model.href}>{model.name}</Link>}
        </p>
        <p className={styles.quiet}>
          <Icon name="cpu" size={12} />
          <Link href={`/clusters#${encodeURIComponent(cluster)}`} className={styles.cut}>
            {cluster}
          </Link>
        </p>
      </td>
      <td>
        <ReplicaLine deployment={deployment} />
      </td>
      <td className={styles.limit}>{limitText(deployment.rate_limit) ?? 'No limit'}</td>
      <td>
        <p>{deployment.updated_at === deployment.created_at ? 'Created' : 'Changed'}</p>
        <p className={styles.quiet}>
          {by && (
            <Link href={`/runs/${by.run_id}`} className={styles.link}>
              step {by.step}
            </Link>
          )}
          <time dateTime={deployment.updated_at} suppressHydrationWarning>
            {formatAgo(deployment.updated_at, now)}
          </time>
        </p>
      </td>
      <td className={styles.menu}>
        <Menu align="end" trigger={<IconButton icon="more" label={`More for ${name}`} size="sm" />}>
          <MenuItem icon="right" onSelect={onOpen}>
            Open
          </MenuItem>
          <MenuItem icon="deployment_scale" disabled={isEnding} onSelect={() => onAsk('scale')}>
            Scale…
          </MenuItem>
          <MenuItem icon="deployment_ratelimit" disabled={isEnding} onSelect={() => onAsk('limit')}>
            Rate limit…
          </MenuItem>
          <MenuItem icon="deployment_delete" disabled={isEnding} onSelect={() => onAsk('delete')}>
            Delete…
          </MenuItem>
        </Menu>
      </td>
    </tr>
  );
}

function CopyEndpoint({ deployment }: Pick<DeploymentRowProps, 'deployment'>) {
  const origin = useOrigin();
  return <CopyButton text={baseUrl(deployment, origin)} label={`Copy base URL of ${deployment.name}`} />;
}
