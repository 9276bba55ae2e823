'use client';

import { useState } from 'react';
import { RawText } from '@/components/json-tree/raw-text';
import { IconButton } from '@/components/ui/icon-button';
import { saveFile } from '@/components/ui/save-file';
import { Segmented } from '@/components/ui/segmented';
import { useCopy } from '@/components/ui/use-copy';
import { SourceSelect } from '../source-select';
import type { TextSource } from '../sources';
import styles from './text.module.css';
import type { TextKind } from './text-kind';
import { TextPreview } from './text-preview';

export interface OutputTextProps {
  /** At least one. */
  sources: readonly TextSource[];
  /** `Output of report`. */
  label: string;
  /** Name of the downloaded file without its ending. */
  fileStem: string;
}

type Mode = 'preview' | 'source';
const MODES = [
  { value: 'preview', label: 'Preview' },
  { value: 'source', label: 'Source' },
] as const;

/** Ending and type of a downloaded text. HTML and SVG are saved as text: a double click must not open them. */
const FILES: Readonly<Record<TextKind, readonly [ending: string, type: string]>> = {
  plain: ['txt', 'text/plain'],
  markdown: ['md', 'text/markdown'],
  html: ['html.txt', 'text/plain'],
  csv: ['csv', 'text/csv'],
  json: ['json', 'application/json'],
  svg: ['svg.txt', 'text/plain'],
  image: ['txt', 'text/plain'],
};

/** The texts of an output, each as what it is, or as written. */
export function OutputText({ sources, label, fileStem }: OutputTextProps) {
  const [place, setPlace] = useState(0);
  const [mode, setMode] = useState<Mode>('preview');
  const copy = useCopy();
  const source = sources[place] ?? sources[0];
  if (!source) return null;
  const { text, kind } = source;
  const [ending, type] = FILES[kind];
  return (
    <div className={styles.box}>
      <div className={styles.bar}>
        <SourceSelect paths={sources.map(({ path }) => path)} shown={place} onShow={setPlace} />
        <span className={styles.tools}>
          {kind !== 'plain' && (
            <Segmented<Mode> label="Text view" value={mode} onValueChange={setMode} segments={MODES} />
          )}
          <IconButton
            size="sm"
            iconSize={14}
            icon="copy"
            label="Copy text"
            onClick={() => copy(text, 'the text')}
          />
          <IconButton
            size="sm"
            iconSize={14}
            icon="download"
            label="Download text"
            onClick={() => saveFile(`${fileStem}.${ending}`, text, type)}
          />
        </span>
      </div>
      {kind === 'plain' || mode === 'source' ? (
        <RawText text={text} label={label} />
      ) : (
        <TextPreview key={place} text={text} kind={kind} label={label} fileName={`${fileStem}.csv`} />
      )}
    </div>
  );
}
