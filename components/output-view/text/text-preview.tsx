'use client';

import { useMemo } from 'react';
import { JsonTree } from '@/components/json-tree/json-tree';
import { MarkdownText } from '@/components/markdown/markdown-text';
import { isJson, type Json } from '@/engine/json';
import { OutputTable } from '../table/output-table';
import { csvRows } from '../table/parse-csv';
import { HtmlFrame } from './html-frame';
import { SvgImage } from './svg-image';
import styles from './text.module.css';
import type { TextKind } from './text-kind';

export interface TextPreviewProps {
  text: string;
  kind: Exclude<TextKind, 'plain'>;
  /** `Output of report`. */
  label: string;
  /** Name of a downloaded table. */
  fileName: string;
}

/** A text as what it is: a page, a table, an image, a tree. */
export function TextPreview({ text, kind, label, fileName }: TextPreviewProps) {
  switch (kind) {
    case 'markdown':
      return (
        <div className={styles.markdown}>
          <MarkdownText text={text} />
        </div>
      );
    case 'html':
      return <HtmlFrame html={text} label={label} />;
    case 'svg':
      return <SvgImage svg={text} label={label} />;
    case 'image':
      // biome-ignore lint/performance/noImgElement: a data URL needs no optimiser.
      return <img className={styles.image} src={text} alt={`Preview of ${label}`} />;
    case 'csv':
      return <CsvTable text={text} label={label} fileName={fileName} />;
    case 'json':
      return <JsonText text={text} label={label} />;
  }
}

function CsvTable({ text, label, fileName }: Omit<TextPreviewProps, 'kind'>) {
  const rows = useMemo(() => csvRows(text), [text]);
  return <OutputTable rows={rows} label={label} fileName={fileName} />;
}

function JsonText({ text, label }: { text: string; label: string }) {
  const value = useMemo(() => parsed(text), [text]);
  return <JsonTree value={value} label={label} base="" />;
}

/** The text was recognised as JSON before. */
function parsed(text: string): Json {
  const value: unknown = JSON.parse(text);
  return isJson(value) ? value : null;
}
