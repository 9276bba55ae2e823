'use client';

import { stepTitle } from '@/components/run-state/definition';
import { useLens } from '@/components/run-state/run-context';
import { isOpen } from '@/components/run-state/status';
import { useRunState } from '@/components/run-state/use-run';
import { unitKey } from '@/engine';
import type { RunFile } from '@/lib/contracts/files';
import { Section } from '../inspector/section';
import { FileLine } from './file-line';
import styles from './files.module.css';
import { useRunFiles } from './use-run-files';

/** Every file that the run has created so far. */
export function RunFiles() {
  const { file: source } = useLens();
  const { data, error } = useRunFiles();
  const status = useRunState((run) => run.status);
  const files = data?.files ?? [];
  const none = status !== undefined && isOpen(status) ? 'none yet' : 'none';
  return (
    <Section
      id="run-files"
      title="Files"
      end={
        source ? (
          <span>not in the file</span>
        ) : (
          data && <span>{files.length === 0 ? none : count(files)}</span>
        )
      }
    >
      {error && <p role="alert">Files could not be loaded. {error.message}</p>}
      {files.length > 0 && (
        <ul className={styles.list} aria-label="Files of this run">
          {files.map((file) => (
            <FileLine key={file.id} {...file} file={file.id}>
              <MadeBy file={file} />
            </FileLine>
          ))}
        </ul>
      )}
      {data?.next && <p className={styles.more}>More files: open the step that created them.</p>}
    </Section>
  );
}

function count({ length }: readonly RunFile[]): string {
  return length === 1 ? '1 file' : `${length} files`;
}

function MadeBy({ file: { step, iteration, attempt } }: { file: RunFile }) {
  const { definition, setFocus } = useLens();
  const place = iteration.map((index) => `[${index}]`).join('');
  return (
    <>
      <button
        type="button"
        className={styles.step}
        title={unitKey({ step, iteration })}
        onClick={() => setFocus({ step, iteration })}
      >
        {stepTitle(definition, step)}
        {place}
      </button>
      {attempt > 1 && <span>attempt {attempt}</span>}
    </>
  );
}
