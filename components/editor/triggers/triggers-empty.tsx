'use client';

import { Icon } from '@/components/ui/icon';
import { TRIGGER_TYPES, type TriggerType } from '@/lib/contracts/triggers';
import { TRIGGER_TYPES_SHOWN } from './model/looks';
import { SavedVersionNote } from './saved-version-note';
import styles from './triggers-empty.module.css';

export interface TriggersEmptyProps {
  onAdd: (type: TriggerType) => void;
}

/** What a pipeline without triggers offers: one of each type. */
export function TriggersEmpty({ onAdd }: TriggersEmptyProps) {
  return (
    <div className={styles.empty}>
      <h3 className={styles.title}>No triggers yet</h3>
      <ul className={styles.types}>
        {TRIGGER_TYPES.map((type) => {
          const { icon, word, about } = TRIGGER_TYPES_SHOWN[type];
          return (
            <li key={type}>
              <button type="button" className={styles.type} onClick={() => onAdd(type)}>
                <span className={styles.head}>
                  <Icon name={icon} />
                  <b>{word}</b>
                  <Icon name="plus" size={14} className={styles.plus} />
                </span>
                <span className={styles.about}>{about}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <SavedVersionNote />
    </div>
  );
}
