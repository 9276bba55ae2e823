import { Tag } from '@/components/ui/tag';
import { useObservable, useSession } from '../use-editor';
import styles from './presence-pill.module.css';

/** That the pipeline is open in other tabs, perhaps of other people; nothing while it is not. */
export function PresencePill() {
  const count = useObservable(useSession().others, (tabs) => tabs.length);
  if (count === 0) return null;
  const words = count === 1 ? 'Also open in another tab' : `Also open in ${count} other tabs`;
  return (
    <Tag icon="user" title={`${words}. Edits of all tabs are merged.`}>
      <span className={styles.count} aria-hidden>
        {count}
      </span>
      <span className={styles.words}>{words}</span>
    </Tag>
  );
}
