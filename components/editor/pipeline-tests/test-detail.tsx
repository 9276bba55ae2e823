'use client';

import { Notice } from '@/components/ui/notice';
import { Spinner } from '@/components/ui/spinner';
import type { TestRecord } from '@/lib/contracts/pipeline-tests';
import { OpenedTest, type OpenedTestProps } from './opened-test';
import styles from './tests.module.css';
import { useTest } from './use-tests';

/** The opened test: the result of its last run, and its content. */
export function TestDetail(props: Omit<OpenedTestProps, 'record'>) {
  const { test } = props;
  const { data, error } = useTest(test.id);
  return (
    <section className={styles.detail} aria-label={`Test ${test.name}`}>
      {data !== undefined && <OpenedTest key={data.id} {...props} record={data satisfies TestRecord} />}
      {data === undefined && error !== null && (
        <Notice status="failed" title="The test could not be loaded." className={styles.notice}>
          {error.message}
        </Notice>
      )}
      {data === undefined && error === null && (
        <div className={styles.loading}>
          <Spinner label="Loading the test" />
        </div>
      )}
    </section>
  );
}
