'use client';

import Link from 'next/link';
import { isJsonObject } from '@/engine';
import type { UnitSelection } from './selection';
import styles from './unit-header.module.css';

export interface ModelLinkProps {
  selected: Pick<UnitSelection, 'attempt'>;
}

/** A link to the model that the attempt returned; nothing when it returned none, or the model was deleted. */
export function ModelLink({ selected }: ModelLinkProps) {
  const id = modelOf(selected);
  if (id === undefined) return null;
  return (
    <span>
      <Link href={`/models#${encodeURIComponent(id)}`} className={styles.link}>
        model
      </Link>
    </span>
  );
}

function modelOf({ attempt }: ModelLinkProps['selected']): string | undefined {
  const output = attempt?.output && 'value' in attempt.output ? attempt.output.value : undefined;
  if (!isJsonObject(output) || output.deleted === true) return undefined;
  const { model_id: id } = output;
  return typeof id === 'string' && id.startsWith('mdl_') ? id : undefined;
}
