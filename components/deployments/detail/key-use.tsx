import type { DeploymentMetrics } from '@/lib/contracts/deployment-metrics';
import styles from './key-use.module.css';

export interface KeyUseProps {
  keys: DeploymentMetrics['keys'];
}

/** Number of keys shown by name; the others are summed. */
const MAX_SHOWN = 5;

/** The share of each API key in the requests of the last hour. */
export function KeyUse({ keys }: KeyUseProps) {
  const total = keys.reduce((sum, { requests }) => sum + requests, 0);
  if (total === 0) return null;
  const rest = keys.slice(MAX_SHOWN);
  const others = { id: 'others', name: `${rest.length} others`, requests: 0 };
  for (const { requests } of rest) others.requests += requests;
  const shown = [...keys.slice(0, MAX_SHOWN), ...(rest.length > 0 ? [others] : [])];
  return (
    <div>
      <p className={styles.head}>Use by API key, last hour</p>
      <ul aria-label="Use by API key">
        {shown.map(({ id, name, requests }) => {
          const percent = Math.round((requests / total) * 100);
          return (
            <li key={id ?? ''} className={styles.key}>
              <span className={styles.name}>{nameOf({ id, name })}</span>
              <span className={styles.bar} aria-hidden>
                <i style={{ width: `${percent}%` }} />
              </span>
              <span className={styles.share} title={`${requests.toLocaleString('en')} requests`}>
                {percent} %
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function nameOf({ id, name }: { readonly id: string | null; readonly name: string | null }): string {
  if (id === null) return 'without key';
  return name ?? 'deleted key';
}
