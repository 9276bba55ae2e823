'use client';

import Link from 'next/link';
import { versionPath } from '@/components/run-state/permalink';
import { formatDuration } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import type { HistoryFigures } from '@/lib/contracts/history';
import styles from './history.module.css';
import { percent, worseText } from './words';

export interface VersionFiguresProps {
  pipelineId: string;
  versions: HistoryFigures['versions'];
}

/** Versions that are listed. */
const MOST = 20;

/** Success rate and duration of each version, newest first, with a link to what changed. */
export function VersionFigures({ pipelineId, versions }: VersionFiguresProps) {
  return (
    <section aria-label="Versions" className={styles.panel}>
      <h2 className={styles.heading}>Versions</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Runs</th>
            <th scope="col">Success rate</th>
            <th scope="col">p50</th>
            <th scope="col">Changes</th>
          </tr>
        </thead>
        <tbody>
          {versions.slice(0, MOST).map((each) => (
            <tr key={each.version}>
              <th scope="row">v{each.version}</th>
              <td>{each.ended}</td>
              <td>{each.successRate === null ? '–' : percent(each.successRate)}</td>
              <td>{each.p50Ms === null ? '–' : formatDuration(each.p50Ms)}</td>
              <td>
                {each.worse.length > 0 && (
                  <span className={styles.worse}>
                    <Icon name="warn" size={12} />
                    {worseText(each)}
                  </span>
                )}{' '}
                {each.previous !== null && (
                  <Link href={versionPath(pipelineId, each.version)} prefetch={false}>
                    Compare definitions
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
