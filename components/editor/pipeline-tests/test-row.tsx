'use client';

import type { KeyboardEvent } from 'react';
import { formatAgo, formatCount } from '@/components/ui/format';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { StatusBadge } from '@/components/ui/status';
import { useNow } from '@/components/ui/use-time';
import type { TestSummary } from '@/lib/contracts/pipeline-tests';
import type { TestRun } from './model/test-runs';
import { lookOf } from './model/test-words';
import type { TestQuestion } from './test-dialogs';
import styles from './tests.module.css';

export interface TestRowProps {
  test: TestSummary;
  last: TestRun | undefined;
  /** Whether the pipeline was edited since the last run. */
  isStale: boolean;
  isRunning: boolean;
  isOpened: boolean;
  canRun: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onOpen: () => void;
  onRun: () => void;
  onDuplicate: () => void;
  onAsk: (question: TestQuestion) => void;
}

/** One test of the list: its name, and how its last run ended. */
export function TestRow(props: TestRowProps) {
  const { test, last, isStale, isRunning, isOpened, canRun, onKeyDown, onOpen, onRun, onDuplicate, onAsk } =
    props;
  const now = useNow(last === undefined ? undefined : 'slow');
  const { status, word } = lookOf(last?.result, isRunning);
  const detail = detailOf(test, last, { isStale, now });
  return (
    <li className={styles.row} data-opened={isOpened || undefined}>
      <button
        type="button"
        data-test
        className={styles.go}
        aria-current={isOpened || undefined}
        aria-label={[`${test.name}: ${word}`, ...detail].join(', ')}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      />
      <span className={styles.what} aria-hidden="true">
        <span className={styles.name} title={test.name}>
          {test.name}
        </span>
        <span className={styles.second}>
          <StatusBadge status={status} quiet>
            {word}
          </StatusBadge>
          <span className={styles.detailText}>{detail.join(' · ')}</span>
        </span>
      </span>
      <span className={styles.tools}>
        <IconButton
          icon="play"
          size="sm"
          label={`Run ${test.name}`}
          disabled={!canRun}
          busy={isRunning}
          onClick={onRun}
        />
        <Menu align="end" trigger={<IconButton icon="more" size="sm" label={`More for ${test.name}`} />}>
          <MenuItem icon="pencil" onSelect={() => onAsk({ about: 'rename', test })}>
            Rename…
          </MenuItem>
          <MenuItem icon="copy" onSelect={onDuplicate}>
            Duplicate
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon="trash" onSelect={() => onAsk({ about: 'delete', test })}>
            Delete…
          </MenuItem>
        </Menu>
      </span>
    </li>
  );
}

/** When the test ran last and what it found, or where it comes from. */
function detailOf(
  { run }: TestSummary,
  last: TestRun | undefined,
  { isStale, now }: { isStale: boolean; now: number },
): string[] {
  if (last === undefined) return [run === null ? 'written' : `from run #${run}`];
  const { differences, problems } = last.result;
  const found =
    problems.length > 0
      ? formatCount(problems.length, 'problem')
      : formatCount(differences.length, 'difference');
  return [
    ...(last.result.passed || last.isShortened ? [] : [found]),
    formatAgo(last.at, now),
    ...(isStale ? ['pipeline edited since'] : []),
  ];
}
