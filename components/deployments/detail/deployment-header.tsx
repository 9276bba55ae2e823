'use client';

import Link from 'next/link';
import { EXTERNAL_RUNTIME } from '@/engine/deployments';
import type { DeploymentDetail } from '@/lib/contracts/deployments';
import { OriginLink } from '../../run-state/origin-link';
import { Button } from '../../ui/button';
import { CategoryIcon } from '../../ui/category';
import { formatAgo } from '../../ui/format';
import { Icon } from '../../ui/icon';
import { useNow } from '../../ui/use-time';
import type { Asking } from '../deployment-dialogs';
import { lookOf, modelOf } from '../deployment-look';
import styles from './detail.module.css';

export interface DeploymentHeaderProps {
  deployment: DeploymentDetail;
  /** When the server drew the page: ISO 8601. */
  serverNow: string;
  onAsk: (about: Asking['about']) => void;
  /** Opens the chat; undefined while it is open. */
  onTry: (() => void) | undefined;
}

/** Name, state, origin and actions of a deployment. */
export function DeploymentHeader({ deployment, serverNow, onAsk, onTry }: DeploymentHeaderProps) {
  const now = useNow('slow', serverNow);
  const {
    name,
    replicas,
    ready_replicas: ready,
    runtime,
    created_by: by,
    created_at: createdAt,
  } = deployment;
  const look = lookOf(deployment);
  const isEnding = deployment.status === 'deleting';
  return (
    <header className={styles.header}>
      <CategoryIcon category="deployment" icon="server" size="md" />
      <div className={styles.title}>
        <div className={styles.names}>
          <h1>{name}</h1>
          <span className={styles.badge} data-status={look.status} role="status">
            <Icon name={look.icon} size={12} />
            {look.word}, {ready} of {replicas} ready
          </span>
        </div>
        <p className={styles.facts}>
          <ModelName deployment={deployment} />
          <Link href={`/clusters#${encodeURIComponent(deployment.cluster_id)}`} className={styles.link}>
            {deployment.cluster_id}
          </Link>
          <span>runtime {runtime}</span>
          <span>
            created{' '}
            {by && (
              <>
                by <OriginLink by={by} className={styles.link} />,{' '}
              </>
            )}
            <time dateTime={createdAt}>{formatAgo(createdAt, now)}</time>
          </span>
        </p>
      </div>
      <div className={styles.buttons}>
        {onTry && (
          <Button icon="terminal" onClick={onTry}>
            Try it
          </Button>
        )}
        <Button icon="deployment_scale" disabled={isEnding} onClick={() => onAsk('scale')}>
          Scale…
        </Button>
        {runtime !== EXTERNAL_RUNTIME && (
          <Button icon="deployment_create" disabled={isEnding} onClick={() => onAsk('release')}>
            New release…
          </Button>
        )}
        <Button icon="deployment_ratelimit" disabled={isEnding} onClick={() => onAsk('limit')}>
          Rate limit…
        </Button>
        <Button icon="deployment_delete" disabled={isEnding} onClick={() => onAsk('delete')}>
          Delete…
        </Button>
      </div>
    </header>
  );
}

function ModelName({ deployment }: Pick<DeploymentHeaderProps, 'deployment'>) {
  const { name, href } = modelOf(deployment);
  if (href === undefined) return <span>{name}</span>;
  return (
    <Link href={href} className={styles.link}>
      {name}
    </Link>
  );
}
