'use client';

import { IconButton } from '@/components/ui/icon-button';
import type { ActionDescriptor, StepDocument } from '@/engine';
import { typeText } from '@/engine';
import styles from './output-tab.module.css';

export interface OutputTabProps {
  step: StepDocument;
  descriptor: ActionDescriptor;
}

/** What later steps can read of this one; each field can be copied as a reference. */
export function OutputTab({ step, descriptor }: OutputTabProps) {
  const fields = Object.entries(descriptor.output.properties ?? {});
  return (
    <ul className={styles.list}>
      {fields.map(([name, schema]) => {
        const path = /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
        const reference = `{{steps.${step.id}.output${path}}}`;
        return (
          <li key={name} className={styles.row}>
            <div className={styles.head}>
              <span className={styles.name}>{name}</span>
              <span className={styles.type}>{typeText(schema)}</span>
              <IconButton
                icon="copy"
                size="sm"
                iconSize={14}
                label={`Copy ${reference}`}
                onClick={() => void navigator.clipboard.writeText(reference)}
              />
            </div>
            {schema.description && <p className={styles.about}>{schema.description}</p>}
          </li>
        );
      })}
      {fields.length === 0 && (
        <li className={styles.about}>The output of this action is known after the first run.</li>
      )}
    </ul>
  );
}
