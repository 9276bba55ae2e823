'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { formatBytes, formatInstant } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { Instant } from '../instant';
import { fileUrl } from '../queries';
import { useLens } from '../run-context';
import styles from './files.module.css';

export interface FileLineProps {
  name: string;
  contentType: string;
  /** In bytes. */
  size: number;
  /** Id or SHA-256, for its address; undefined when the run does not have it. */
  file: string | undefined;
  /** Since when its content is no longer kept. */
  expiredAt?: string | null;
  /** Where it comes from. */
  children?: ReactNode;
}

/** A file: its name, what it is, and how to get it or why not. */
export function FileLine({ name, contentType, size, file, expiredAt = null, children }: FileLineProps) {
  const { runId } = useLens();
  return (
    <li className={styles.line}>
      <Icon name="file" size={16} className={styles.icon} />
      <span className={styles.what}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.meta}>
          {children}
          <span>{contentType}</span>
          <span>{formatBytes(size)}</span>
        </span>
      </span>
      {file === undefined && <span className={styles.none}>not from this run</span>}
      {expiredAt !== null && (
        <span className={styles.none}>
          expired <Instant at={expiredAt} format={(at) => formatInstant(at).split(',')[0] ?? ''} />
        </span>
      )}
      {file !== undefined && expiredAt === null && (
        <Button size="sm" icon="download" asChild>
          <a href={fileUrl(runId, file)} download={name} aria-label={`Download ${name}`}>
            Download
          </a>
        </Button>
      )}
    </li>
  );
}
