'use client';

import Link from 'next/link';
import { deploymentHref } from '@/components/deployments/deployment-look';
import { fieldsOf } from './payload-value';
import type { UnitSelection } from './selection';
import styles from './unit-header.module.css';

export interface DeploymentLinkProps {
  selected: Pick<UnitSelection, 'attempt'>;
}

/** Where the deployment that the attempt made or changed is shown; nothing for other steps, or once it is deleted. */
export function DeploymentLink({ selected }: DeploymentLinkProps) {
  const id = deploymentOf(selected);
  if (id === undefined) return null;
  return (
    <span>
      <Link href={deploymentHref(id)} className={styles.link}>
        deployment
      </Link>
    </span>
  );
}

/** The id from the output, or from what the attempt received: a step that scales returns no id. */
function deploymentOf({ attempt }: DeploymentLinkProps['selected']): string | undefined {
  const output = fieldsOf(attempt?.output);
  if (output.deleted === true) return undefined;
  const id = output.deployment_id ?? fieldsOf(attempt?.inputs).deployment_id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}
