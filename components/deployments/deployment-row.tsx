'use client';

import Link from 'next/link';
import { EXTERNAL_RUNTIME } from '@/engine/deployments';
import type { DeploymentEvent, ListedDeployment } from '@/lib/contracts/deployments';
import { OriginLink } from '../run-state/origin-link';
import { clsx } from '../ui/clsx';
import { CopyButton } from '../ui/copy-button';
import { formatAgo, formatDuration } from '../ui/format';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { Menu, MenuItem } from '../ui/menu';
import { useOrigin } from '../ui/use-origin';
import type { Asking } from './deployment-dialogs';
import { baseUrl, deploymentHref, endpointPath, modelOf } from './deployment-look';
import styles from './deployments.module.css';
import { EVENT_LOOKS } from './detail/event-looks';
import { LimitUse } from './limit-use';
import { rateText } from './rate-text';
import { ReplicaLine } from './replica-line';
import { Sparkline } from './sparkline';

export interface DeploymentRowProps {
  deployment: ListedDeployment;
  /** Current time by the clock of the browser. */
  now: Date;
  /** Opens the page of the deployment. */
  onOpen: () => void;
  onAsk: (about: Asking['about']) => void;
}

/** A row of the list of deployments. */
export function DeploymentRow({ deployment, now, onOpen, onAsk }: DeploymentRowProps) {
  const { name, cluster_id: cluster, activity, last_event: event } = deployment;
  const { latency_p99_ms: p99 } = activity;
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
      <td>
        <div className={styles.rate}>
          <Sparkline values={activity.requests} />
          <b>{rateText(activity.requests_per_second)}</b>
        </div>
      </td>
      <td className={styles.number}>{p99 === null ? '–' : formatDuration(p99)}</td>
      <td>
        <LimitUse deployment={deployment} />
      </td>
      <td>{event ? <LastEvent event={event} now={now} /> : '–'}</td>
      <td className={styles.menu}>
        <Menu align="end" trigger={<IconButton icon="more" label={`More for ${name}`} size="sm" />}>
          <MenuItem icon="right" onSelect={onOpen}>
            Open
          </MenuItem>
          <MenuItem icon="deployment_scale" disabled={isEnding} onSelect={() => onAsk('scale')}>
            Scale…
          </MenuItem>
          {deployment.runtime !== EXTERNAL_RUNTIME && (
            <MenuItem icon="deployment_create" disabled={isEnding} onSelect={() => onAsk('release')}>
              New release…
            </MenuItem>
          )}
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

function LastEvent({ event, now }: { event: DeploymentEvent; now: Date }) {
  const { by, message, kind, created_at: at } = event;
  return (
    <>
      <p className={styles.event} title={message} data-status={EVENT_LOOKS[kind].status}>
        <Icon name={EVENT_LOOKS[kind].icon} size={12} />
        <span className={styles.cut}>{message}</span>
      </p>
      <p className={styles.quiet}>
        {by && <OriginLink by={by} className={clsx(styles.link, styles.cut)} />}
        <time dateTime={at} suppressHydrationWarning>
          {formatAgo(at, now)}
        </time>
      </p>
    </>
  );
}

function CopyEndpoint({ deployment }: Pick<DeploymentRowProps, 'deployment'>) {
  const origin = useOrigin();
  return <CopyButton text={baseUrl(deployment, origin)} label={`Copy base URL of ${deployment.name}`} />;
}
