'use client';

import Link from 'next/link';
import { type SecretSummary, settingOf } from '@/lib/contracts/secrets';
import { CopyButton } from '../ui/copy-button';
import { formatAgo, formatCount } from '../ui/format';
import { IconButton } from '../ui/icon-button';
import { Menu, MenuItem } from '../ui/menu';
import { Notice } from '../ui/notice';
import { Tag } from '../ui/tag';
import { VisuallyHidden } from '../ui/visually-hidden';
import styles from './secret-list.module.css';

export interface SecretRowProps {
  secret: SecretSummary;
  now: Date;
  onChange: () => void;
  onDelete: () => void;
}

/** Largest number of hosts and pipelines in a row; the others are counted. */
const SHOWN = 3;

/** One secret of the list. */
export function SecretRow({ secret, now, onChange, onDelete }: SecretRowProps) {
  const { name, description, hosts, usedBy, lastUsedAt, updatedAt, problem } = secret;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <div className={styles.title}>
          <span className={styles.name}>{name}</span>
          <CopyButton text={`{{secrets.${name}}}`} label={`Copy {{secrets.${name}}}`} />
          {settingOf(name) && <Tag title="Set on the Channels page">channel</Tag>}
        </div>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      <div className={styles.hosts}>
        <VisuallyHidden>Allowed hosts </VisuallyHidden>
        {hosts.length === 0 && <span className={styles.quiet}>Any host</span>}
        {hosts.slice(0, SHOWN).map((host) => (
          <Tag key={host} title={host}>
            {host}
          </Tag>
        ))}
        {hosts.length > SHOWN && (
          <span className={styles.quiet} title={hosts.slice(SHOWN).join(', ')}>
            and {hosts.length - SHOWN} more
          </span>
        )}
      </div>
      <div className={styles.uses}>
        <VisuallyHidden>Used by </VisuallyHidden>
        {usedBy.length === 0 && 'No pipeline'}
        {usedBy.length > SHOWN && (
          <span title={usedBy.map((use) => use.name).join(', ')}>
            {formatCount(usedBy.length, 'pipeline')}
          </span>
        )}
        {usedBy.length <= SHOWN &&
          usedBy.map((use) => (
            <Link key={use.id} href={`/pipelines/${use.id}`} title={use.name}>
              {use.name}
            </Link>
          ))}
      </div>
      <div className={`${styles.quiet} ${styles.when}`}>
        <VisuallyHidden>Last used </VisuallyHidden>
        {lastUsedAt === null ? (
          'never'
        ) : (
          <time dateTime={lastUsedAt}>{formatAgo(new Date(lastUsedAt), now)}</time>
        )}
      </div>
      <div className={`${styles.quiet} ${styles.when}`}>
        <VisuallyHidden>Changed </VisuallyHidden>
        <time dateTime={updatedAt}>{formatAgo(new Date(updatedAt), now)}</time>
      </div>
      <Menu
        align="end"
        trigger={<IconButton icon="more" label={`More for ${name}`} size="sm" className={styles.menu} />}
      >
        <MenuItem icon="pencil" onSelect={onChange}>
          Edit…
        </MenuItem>
        <MenuItem icon="trash" onSelect={onDelete}>
          Delete…
        </MenuItem>
      </Menu>
      {problem && <Notice status="failed" title={problem} className={styles.problem} />}
    </li>
  );
}
