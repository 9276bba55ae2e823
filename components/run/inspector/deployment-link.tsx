'use client';

import Link from 'next/link';
import { deploymentHref } from '@/components/deployments/deployment-look';
import { isJsonObject } from '@/engine';
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

/** The id from the output, or what the attempt received while there is none. */
function deploymentOf({ attempt }: DeploymentLinkProps['selected']): string | undefined {
  const output = attempt?.output && 'value' in attempt.output ? attempt.output.value : undefined;
  const inputs = attempt && 'value' in attempt.inputs ? attempt.inputs.value : undefined;
  const value = isJsonObject(output) ? output : inputs;
  if (!isJsonObject(value) || value.deleted === true) return undefined;
  const { deployment_id: id } = value;
  return typeof id === 'string' && id !== '' ? id : undefined;
}
