'use client';

import { useMemo } from 'react';
import type { Json, StoredFile } from '@/engine';
import type { RunFiles } from '@/lib/contracts/files';
import { FileLine } from './file-line';
import styles from './files.module.css';
import { MAX_SHOWN, storedFilesIn } from './stored-files';
import { useRunFiles } from './use-run-files';

export interface FileChipsProps {
  value: Json;
  /** `Output of deploy`. */
  label: string;
}

/** The files that a value names, to be downloaded; nothing when it names none. */
export function FileChips({ value, label }: FileChipsProps) {
  const files = useMemo(() => storedFilesIn(value), [value]);
  return files.length === 0 ? null : <FoundFiles files={files} label={label} />;
}

function FoundFiles({ files, label }: { files: readonly StoredFile[]; label: string }) {
  const { data } = useRunFiles();
  const hidden = files.length - MAX_SHOWN;
  return (
    <>
      <ul className={styles.chips} aria-label={`Files in ${label}`}>
        {files.slice(0, MAX_SHOWN).map((file) => (
          <FileLine
            key={`${file.sha256} ${file.name}`}
            name={file.name}
            contentType={file.content_type}
            size={file.size}
            {...standing(file, data)}
          />
        ))}
      </ul>
      {hidden > 0 && <p className={styles.more}>and {hidden} more in the value below</p>}
    </>
  );
}

/** What the run's list says of a file. Until it is read, and beyond its first portion, the file counts as there. */
function standing({ sha256 }: StoredFile, list: RunFiles | undefined) {
  const same = list?.files.filter((each) => each.sha256 === sha256) ?? [];
  const [first] = same;
  if (first) {
    const isKept = same.some(({ expiredAt }) => expiredAt === null);
    return { file: sha256, expiredAt: isKept ? null : first.expiredAt };
  }
  const isUnknown = list !== undefined && list.next === null;
  return { file: isUnknown ? undefined : sha256 };
}
