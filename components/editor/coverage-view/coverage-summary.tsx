'use client';

import { Icon } from '@/components/ui/icon';
import { coverageText } from '../model/coverage';
import { selectGraph } from '../model/derived';
import { useEditor, useObservable, useSession } from '../use-editor';
import styles from './coverage.module.css';
import { useCoverage } from './use-coverage';

/** How much of the pipeline was taken: `7 of 9 edges and 3 of 4 branches taken by 3 tests`. */
export function CoverageSummary() {
  const { coverage, covered, descriptors } = useSession();
  const { counts, problem } = useCoverage();
  const choice = useObservable(coverage, (value) => value);
  const shown = useObservable(covered, (value) => value);
  const document = useEditor((state) => state.document);
  if (choice === 'off') return null;
  if (problem !== undefined)
    return (
      <span className={styles.problem} role="status" title={problem}>
        <Icon name="err" size={14} />
        <span className={styles.text}>Coverage could not be counted. {problem}</span>
      </span>
    );
  const text = textOf();
  return (
    <span className={styles.summary} role="status" title={text}>
      <span className={styles.text}>{text}</span>
    </span>
  );

  function textOf(): string {
    if (counts === undefined) return 'Counting…';
    if (counts.of === 0 || shown === undefined) return choice === 'tests' ? 'No tests yet.' : 'No runs yet.';
    return coverageText(shown, { graph: selectGraph(document, descriptors), document, descriptors });
  }
}
