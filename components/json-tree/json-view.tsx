'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { clsx } from '@/components/ui/clsx';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { saveFile } from '@/components/ui/save-file';
import { Segmented } from '@/components/ui/segmented';
import { useCopy } from '@/components/ui/use-copy';
import type { Json } from '@/engine';
import { entryNames } from './flatten';
import { JsonTree } from './json-tree';
import styles from './json-tree.module.css';
import { MAX_HITS, searchJson } from './search';
import { TextDialog } from './text-dialog';

export interface JsonViewProps {
  value: Json;
  /** `Output of deploy`. */
  label: string;
  /** `steps.deploy.output`. */
  base: string;
  /** Whether `base` is an expression of a pipeline. @default false */
  isReference?: boolean;
  /** Name of the downloaded file: `run-131-deploy-output.json`. */
  fileName: string;
  /** Shown beside the switch: the source of the value. */
  note?: ReactNode;
}

/** Characters of raw JSON drawn at once; copying and downloading always take all of it. */
const SHOWN_RAW = 200_000;

/** Characters of a single value that is shown beside its buttons. */
const SHORT = 80;

type Mode = 'tree' | 'raw';
const MODES = [
  { value: 'tree', label: 'Tree' },
  { value: 'raw', label: 'JSON' },
] as const;

/** A JSON value as a tree or as text, to search, copy and keep. */
export function JsonView({ value, label, base, isReference = false, fileName, note }: JsonViewProps) {
  const [mode, setMode] = useState<Mode>('tree');
  const [needle, setNeedle] = useState<string>();
  const [hit, setHit] = useState(0);
  const copy = useCopy();
  const hits = useMemo(() => searchJson(value, needle ?? ''), [value, needle]);
  const isScalar = entryNames(value).length === 0;
  const isShort = isScalar && JSON.stringify(value).length <= SHORT;
  const text = () => JSON.stringify(value, null, 2);
  const move = (by: 1 | -1) => setHit((hit + by + hits.length) % Math.max(1, hits.length));

  return (
    <div className={styles.view}>
      <div className={isShort ? styles.row : styles.bar}>
        {isShort && <RawJson label={label} text={text()} className={styles.short} />}
        {!isScalar && <Segmented<Mode> label="View" value={mode} onValueChange={setMode} segments={MODES} />}
        {note && <span className={styles.note}>{note}</span>}
        <span className={styles.tools}>
          {!isScalar && (
            <IconButton
              size="sm"
              iconSize={14}
              icon="search"
              label="Search"
              pressed={needle !== undefined}
              onClick={() => {
                setNeedle(needle === undefined ? '' : undefined);
                setMode('tree');
              }}
            />
          )}
          <IconButton
            size="sm"
            iconSize={14}
            icon="copy"
            label="Copy as JSON"
            onClick={() => copy(text(), 'the JSON')}
          />
          <IconButton
            size="sm"
            iconSize={14}
            icon="download"
            label="Download as JSON"
            onClick={() => saveFile(fileName, text())}
          />
        </span>
      </div>
      {needle !== undefined && (
        <Input
          size="sm"
          soft
          autoFocus
          icon="search"
          aria-label={`Search in ${label}`}
          placeholder="Key or value"
          value={needle}
          onChange={(event) => {
            setNeedle(event.target.value);
            setHit(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') move(event.shiftKey ? -1 : 1);
            else if (event.key === 'Escape') setNeedle(undefined);
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
          trailing={
            <span className={styles.hits}>
              <span role="status">{hitText(needle, hits.length, hit)}</span>
              <IconButton
                size="sm"
                iconSize={14}
                icon="left"
                label="Previous match"
                onClick={() => move(-1)}
              />
              <IconButton size="sm" iconSize={14} icon="right" label="Next match" onClick={() => move(1)} />
            </span>
          }
        />
      )}
      {!isShort && (mode === 'raw' || isScalar) && <RawJson label={label} text={text()} />}
      {mode === 'tree' && !isScalar && (
        <JsonTree
          value={value}
          label={label}
          base={base}
          isReference={isReference}
          {...(hits[hit] ? { target: hits[hit] } : {})}
        />
      )}
    </div>
  );
}

function hitText(needle: string, count: number, hit: number): string {
  if (needle.trim() === '') return '';
  if (count === 0) return 'no matches';
  return `${hit + 1} / ${count === MAX_HITS ? `${count}+` : count}`;
}

interface RawJsonProps {
  text: string;
  label: string;
  className?: string | undefined;
}

function RawJson({ text, label, className }: RawJsonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable with the keyboard. */}
      <pre className={clsx(styles.raw, className)} tabIndex={0}>
        {text.slice(0, SHOWN_RAW)}
      </pre>
      {text.length > SHOWN_RAW && (
        <button type="button" className={styles.open} onClick={() => setOpen(true)}>
          Truncated. Open the full value
        </button>
      )}
      {open && <TextDialog title={label} text={text} onClose={() => setOpen(false)} />}
    </>
  );
}
