'use client';

import Link from 'next/link';
import { actionHref } from '@/components/actions/entry';
import { Icon } from '@/components/ui/icon';
import type { ActionDescriptor } from '@/engine';
import { typeName } from '../form/fields';
import styles from './action-reference.module.css';

export interface ActionReferenceProps {
  descriptor: ActionDescriptor;
}

/** What an action does, takes and gives, from its descriptor. */
export function ActionReference({ descriptor }: ActionReferenceProps) {
  const { title, type, aliases, description, params, output } = descriptor;
  const required = new Set(params.required ?? []);
  return (
    <div className={styles.reference}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.names}>{[type, ...aliases].join(', ')}</p>
      <p>{description}</p>
      <h4 className={styles.heading}>Parameters</h4>
      <dl className={styles.facts}>
        {Object.entries(params.properties ?? {}).map(([name, schema]) => (
          <div key={name}>
            <dt>
              {name}
              {required.has(name) ? ' *' : ''} <span className={styles.type}>{typeName(schema)}</span>
            </dt>
            <dd>{schema.description}</dd>
          </div>
        ))}
      </dl>
      <h4 className={styles.heading}>Outputs</h4>
      <dl className={styles.facts}>
        {Object.entries(output.properties ?? {}).map(([name, schema]) => (
          <div key={name}>
            <dt>
              {name} <span className={styles.type}>{typeName(schema)}</span>
            </dt>
            <dd>{schema.description}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.more}>
        <Link href={actionHref(type)} target="_blank">
          Examples, errors and accepted spellings
          <Icon name="ext" size={12} label="opens in a new tab" />
        </Link>
      </p>
    </div>
  );
}
