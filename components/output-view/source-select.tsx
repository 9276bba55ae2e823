'use client';

import { expressionPath, type JsonPath } from '@/components/json-tree/flatten';
import { Select } from '@/components/ui/select';
import styles from './output-view.module.css';

export interface SourceSelectProps {
  /** Paths of the parts of an output that can be shown. */
  paths: readonly JsonPath[];
  /** Index of the shown one. */
  shown: number;
  onShow: (index: number) => void;
}

/** Which part of an output is shown. With one part, its path. */
export function SourceSelect({ paths, shown, onShow }: SourceSelectProps) {
  const [only] = paths;
  if (paths.length === 1 && only) {
    return only.length === 0 ? null : <code className={styles.source}>{expressionPath('', only)}</code>;
  }
  return (
    <Select
      size="sm"
      soft
      aria-label="Part of the output"
      className={styles.select}
      value={shown}
      onChange={(event) => onShow(Number(event.target.value))}
    >
      {paths.map((path, index) => (
        <option key={index} value={index}>
          {path.length === 0 ? 'whole value' : expressionPath('', path)}
        </option>
      ))}
    </Select>
  );
}
