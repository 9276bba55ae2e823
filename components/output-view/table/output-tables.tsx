'use client';

import { useState } from 'react';
import { SourceSelect } from '../source-select';
import type { TableSource } from '../sources';
import { OutputTable } from './output-table';

export interface OutputTablesProps {
  /** At least one. */
  sources: readonly TableSource[];
  label: string;
  fileName: string;
}

/** The lists of objects of an output, one at a time. */
export function OutputTables({ sources, label, fileName }: OutputTablesProps) {
  const [place, setPlace] = useState(0);
  const source = sources[place] ?? sources[0];
  if (!source) return null;
  return (
    <OutputTable
      key={place}
      rows={source.rows}
      label={label}
      fileName={fileName}
      source={<SourceSelect paths={sources.map(({ path }) => path)} shown={place} onShow={setPlace} />}
    />
  );
}
