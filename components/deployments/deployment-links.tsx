import Link from 'next/link';
import { Fragment } from 'react';
import type { DeploymentSummary } from '@/lib/contracts/deployments';
import { deploymentHref } from './deployment-look';
import styles from './deployments.module.css';

export interface DeploymentLinksProps {
  deployments: readonly DeploymentSummary[];
}

/** Number of deployments shown by name; the others are counted. */
const MAX_SHOWN = 3;

/** Names of deployments, each a link to its page. */
export function DeploymentLinks({ deployments }: DeploymentLinksProps) {
  const more = deployments.length - MAX_SHOWN;
  return (
    <>
      {deployments.slice(0, MAX_SHOWN).map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link href={deploymentHref(name)} className={styles.link}>
            {name}
          </Link>
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}
