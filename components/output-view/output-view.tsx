'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { JsonTree } from '@/components/json-tree/json-tree';
import { RawText } from '@/components/json-tree/raw-text';
import { MAX_HITS, searchJson } from '@/components/json-tree/search';
import { TreeSearch } from '@/components/json-tree/tree-search';
import { IconButton } from '@/components/ui/icon-button';
import { LazyPanel } from '@/components/ui/lazy-panel';
import { saveFile } from '@/components/ui/save-file';
import { Segmented } from '@/components/ui/segmented';
import { useCopy } from '@/components/ui/use-copy';
import { lazyPart } from '@/components/ui/use-lazy';
import type { Json } from '@/engine';
import { FORM_NAMES, type Form, type Shape, shapeOf } from './forms';
import { MissingPart } from './missing-part';
import styles from './output-view.module.css';
import { useForm } from './use-form';

// Most outputs are looked at as trees.
const outputTables = lazyPart(async () => (await import('./table/output-tables')).OutputTables);
const outputPlot = lazyPart(async () => (await import('./plot/output-plot')).OutputPlot);
const outputText = lazyPart(async () => (await import('./text/output-text')).OutputText);

export interface OutputViewProps {
  value: Json;
  /** `Output of deploy`. */
  label: string;
  /** `steps.deploy.output`. */
  base: string;
  /** Whether `base` is an expression of a pipeline. @default false */
  isReference?: boolean;
  /** The value on a lineage, where it is not `base`. @default `base` of a reference */
  place?: string | undefined;
  /** Name of the downloaded file: `run-131-deploy-output.json`. */
  fileName: string;
  /** Shown beside the switch: the source of the value. */
  note?: ReactNode;
}

/** Characters of a single value that is shown beside its buttons. */
const SHORT = 80;

/** A value in the form that fits it: as tree, table, plot, text or JSON, to search, copy and keep. */
export function OutputView(props: OutputViewProps) {
  const { value, label, base, fileName, note } = props;
  const shape = useMemo(() => shapeOf(value), [value]);
  const [form, setForm] = useForm(shape, base);
  const [needle, setNeedle] = useState<string>();
  const copy = useCopy();
  const isShort = shape.forms.length === 1 && JSON.stringify(value).length <= SHORT;
  const text = () => JSON.stringify(value, null, 2);
  const isTree = shape.forms.includes('tree');

  return (
    <div className={styles.view}>
      <div className={isShort ? styles.row : styles.bar}>
        {isShort && <RawText label={label} text={text()} className={styles.short} />}
        {shape.forms.length > 1 && (
          <Segmented<Form>
            label="View"
            value={form}
            onValueChange={setForm}
            segments={shape.forms.map((each) => ({ value: each, label: FORM_NAMES[each] }))}
          />
        )}
        {note && <span className={styles.note}>{note}</span>}
        <span className={styles.tools}>
          {isTree && (
            <IconButton
              size="sm"
              iconSize={14}
              icon="search"
              label="Search"
              pressed={needle !== undefined}
              onClick={() => {
                setNeedle(needle === undefined ? '' : undefined);
                setForm('tree');
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
      <MissingPart value={value} label={label} />
      {form === 'tree' && <SearchableTree {...props} needle={needle} onSearch={setNeedle} />}
      {form === 'raw' && !isShort && <RawText label={label} text={text()} />}
      <ShapedValue form={form} shape={shape} label={label} fileName={fileName} />
    </div>
  );
}

interface SearchableTreeProps extends OutputViewProps {
  needle: string | undefined;
  onSearch: (needle: string | undefined) => void;
}

function SearchableTree({
  value,
  label,
  base,
  isReference = false,
  place,
  needle,
  onSearch,
}: SearchableTreeProps) {
  const [hit, setHit] = useState(0);
  const hits = useMemo(() => searchJson(value, needle ?? ''), [value, needle]);
  return (
    <>
      {needle !== undefined && (
        <TreeSearch
          label={label}
          needle={needle}
          onSearch={(next) => {
            onSearch(next);
            setHit(0);
          }}
          hits={hitText(needle, hits.length, hit)}
          onMove={(by) => setHit((hit + by + hits.length) % Math.max(1, hits.length))}
          onClose={() => onSearch(undefined)}
        />
      )}
      <JsonTree
        value={value}
        label={label}
        base={base}
        isReference={isReference}
        place={place}
        {...(hits[hit] ? { target: hits[hit] } : {})}
      />
    </>
  );
}

interface ShapedValueProps {
  form: Form;
  shape: Shape;
  label: string;
  fileName: string;
}

function ShapedValue({ form, shape: { tables, plots, texts }, label, fileName }: ShapedValueProps) {
  const stem = fileName.replace(/\.json$/, '');
  if (form === 'table') {
    const props = { sources: tables, label, fileName: `${stem}.csv` };
    return <LazyPanel part={outputTables} what="the table" props={props} />;
  }
  if (form === 'plot')
    return <LazyPanel part={outputPlot} what="the plot" props={{ sources: plots, label }} />;
  if (form === 'text') {
    return <LazyPanel part={outputText} what="the text" props={{ sources: texts, label, fileStem: stem }} />;
  }
  return null;
}

function hitText(needle: string, count: number, hit: number): string {
  if (needle.trim() === '') return '';
  if (count === 0) return 'no matches';
  return `${hit + 1} / ${count === MAX_HITS ? `${count}+` : count}`;
}
