'use client';

import { urlOf } from '@/client/api';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/format';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { testEndpoints } from '@/lib/contracts/endpoints/pipeline-tests';
import type { TestSummary } from '@/lib/contracts/pipeline-tests';
import { fileName } from '../top-bar/file-name';
import { useEditor, useSession } from '../use-editor';
import type { TestRuns } from './model/test-runs';
import styles from './tests.module.css';
import type { TestRunning } from './use-run-tests';

export interface TestsBarProps {
  tests: readonly TestSummary[];
  runs: TestRuns;
  running: TestRunning;
  onAdd: () => void;
  /** Whether a test is being added. */
  isBusy: boolean;
}

/** Runs all tests, adds one, exports them; and how the last runs ended. */
export function TestsBar({ tests, runs, running: { running, run }, onAdd, isBusy }: TestsBarProps) {
  const { pipelineId } = useSession();
  const name = useEditor(({ document }) => document.name);
  return (
    <div className={styles.bar} role="toolbar" aria-label="Tests">
      <Button
        size="sm"
        icon="play"
        busy={running === 'all'}
        disabled={tests.length === 0 || running !== undefined}
        onClick={() => void run()}
      >
        Run all
      </Button>
      <p className={styles.count}>{countText(tests, runs)}</p>
      <span className={styles.end}>
        <IconButton icon="plus" size="sm" label="Add test" busy={isBusy} onClick={onAdd} />
        <Menu align="end" trigger={<IconButton icon="more" size="sm" label="More for all tests" />}>
          <MenuItem
            icon="download"
            detail="For “pipewright test”, beside the file of the pipeline"
            disabled={tests.length === 0}
            onSelect={() =>
              download(
                urlOf(testEndpoints.file, { id: pipelineId }),
                `${fileName(name ?? 'pipeline')}.tests.json`,
              )
            }
          >
            Export file
          </MenuItem>
        </Menu>
      </span>
    </div>
  );
}

function countText(tests: readonly TestSummary[], runs: TestRuns): string {
  const results = tests.flatMap(({ id }) => runs.get(id)?.result ?? []);
  const passed = results.filter((each) => each.passed).length;
  const failed = results.length - passed;
  const parts = [
    formatCount(tests.length, 'test'),
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return parts.join(', ');
}

function download(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
