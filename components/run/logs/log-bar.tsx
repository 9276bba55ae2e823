'use client';

import type { ReactNode } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { saveFile } from '@/components/ui/save-file';
import { Select } from '@/components/ui/select';
import { useCopy } from '@/components/ui/use-copy';
import { LOG_LEVELS } from '@/engine';
import styles from './log-bar.module.css';
import { type LogEntry, type LogFilter, logText } from './log-lines';

export interface LogBarProps {
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
  /** The shown lines, which are copied and downloaded. */
  lines: readonly LogEntry[];
  fileName: string;
  children?: ReactNode;
}

/** Filters log lines, and copies or downloads them. */
export function LogBar({ filter, onFilter, lines, fileName, children }: LogBarProps) {
  const copy = useCopy();
  return (
    <div className={styles.bar}>
      <Select
        size="sm"
        soft
        aria-label="Minimum level"
        className={styles.choice}
        value={filter.level}
        onChange={(event) => {
          const level = LOG_LEVELS.find((known) => known === event.target.value);
          if (level) onFilter({ ...filter, level });
        }}
      >
        {LOG_LEVELS.map((level) => (
          <option key={level} value={level}>
            {level === 'debug' ? 'All levels' : `${level} and above`}
          </option>
        ))}
      </Select>
      <Input
        size="sm"
        soft
        icon="search"
        aria-label="Search the log"
        placeholder="Search"
        value={filter.needle}
        onChange={(event) => onFilter({ ...filter, needle: event.target.value })}
        className={styles.search}
      />
      {children}
      <span className={styles.tools}>
        <IconButton
          size="sm"
          iconSize={14}
          icon="copy"
          label="Copy log"
          disabled={lines.length === 0}
          onClick={() => copy(logText(lines), 'the log')}
        />
        <IconButton
          size="sm"
          iconSize={14}
          icon="download"
          label="Download log"
          disabled={lines.length === 0}
          onClick={() => saveFile(fileName, logText(lines), 'text/plain')}
        />
      </span>
    </div>
  );
}
