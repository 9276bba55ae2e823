'use client';

import Link from 'next/link';
import { fieldsOf } from './payload-value';
import type { UnitSelection } from './selection';
import styles from './unit-header.module.css';

export interface ModelLinkProps {
  selected: Pick<UnitSelection, 'attempt'>;
}

/** A link to the model that the attempt made or used; nothing for other steps, or once it is deleted. */
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

/** The id from the output, or from what the attempt received. */
function modelOf({ attempt }: ModelLinkProps['selected']): string | undefined {
  const output = fieldsOf(attempt?.output);
  if (output.deleted === true) return undefined;
  const id = output.model_id ?? fieldsOf(attempt?.inputs).model_id;
  return typeof id === 'string' && id.startsWith('mdl_') ? id : undefined;
}
