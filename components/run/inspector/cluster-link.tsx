'use client';

import Link from 'next/link';
import { isJsonObject } from '@/engine';
import type { UnitSelection } from './selection';
import styles from './unit-header.module.css';

export interface ClusterLinkProps {
  selected: Pick<UnitSelection, 'attempt' | 'descriptor'>;
}

/** A link to the cluster of the attempt; nothing for actions without a cluster. */
export function ClusterLink({ selected }: ClusterLinkProps) {
  const id = clusterOf(selected);
  if (id === undefined) return null;
  return (
    <span>
      <Link href={`/clusters#${encodeURIComponent(id)}`} className={styles.link}>
        cluster {id}
      </Link>
    </span>
  );
}

/** The value of the parameter that names a cluster, as the attempt received it. */
function clusterOf({ attempt, descriptor }: ClusterLinkProps['selected']): string | undefined {
  const named = Object.entries(descriptor?.params.properties ?? {}).find(
    ([, schema]) => schema.widget === 'cluster',
  );
  const inputs = attempt && 'value' in attempt.inputs ? attempt.inputs.value : undefined;
  const value = named && isJsonObject(inputs) ? inputs[named[0]] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
