'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { useLens } from '@/components/run-state/run-context';
import { Instant } from '@/components/run-state/times';
import { Button } from '@/components/ui/button';
import { formatBytes, formatInstant } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import type { Json } from '@/engine';
import type { StoredFile } from '@/engine/ports';
import type { RunFiles } from '@/lib/contracts/files';
import { fileUrl } from '../queries';
import { FilePreview } from './file-preview';
import styles from './files.module.css';
import { previewKind } from './preview-kind';
import { MAX_SHOWN, storedFilesIn } from './stored-files';
import { useRunFiles } from './use-run-files';

export interface FileLineProps {
  name: string;
  contentType: string;
  /** In bytes. */
  size: number;
  /** Id or SHA-256, for its URL; undefined when the run does not have it. */
  file: string | undefined;
  /** When its content was deleted, ISO 8601. */
  expiredAt?: string | null;
  /** Origin of the file. */
  children?: ReactNode;
}

/** A file: name, type and size, with its preview and a download link, or the reason why there is none. */
export function FileLine({ name, contentType, size, file, expiredAt = null, children }: FileLineProps) {
  const { runId } = useLens();
  const [isShown, setShown] = useState(false);
  const address = file !== undefined && expiredAt === null ? fileUrl(runId, file) : undefined;
  const kind = address === undefined ? undefined : previewKind(contentType, size);
  return (
    <li className={styles.line}>
      <Icon name="file" size={16} className={styles.icon} />
      <span className={styles.what}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.meta}>
          {children}
          <span>{contentType}</span>
          <span>{formatBytes(size)}</span>
        </span>
      </span>
      {file === undefined && <span className={styles.none}>not from this run</span>}
      {expiredAt !== null && (
        <span className={styles.none}>
          expired <Instant at={expiredAt} format={(at) => formatInstant(at).split(',')[0] ?? ''} />
        </span>
      )}
      {kind && (
        <Button
          size="sm"
          icon="eye"
          aria-label={`Preview ${name}`}
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          Preview
        </Button>
      )}
      {address !== undefined && (
        <Button size="sm" icon="download" asChild>
          <a href={address} download={name} aria-label={`Download ${name}`}>
            Download
          </a>
        </Button>
      )}
      {address !== undefined && kind && isShown && (
        <div className={styles.preview}>
          <FilePreview name={name} contentType={contentType} address={address} kind={kind} />
        </div>
      )}
    </li>
  );
}

export interface FileChipsProps {
  value: Json;
  /** `Output of deploy`. */
  label: string;
}

/** Download links of the files in a value; nothing when it has none. */
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
            {...availability(file, data)}
          />
        ))}
      </ul>
      {hidden > 0 && <p className={styles.more}>and {hidden} more in the value below</p>}
    </>
  );
}

/**
 * Whether a file can be downloaded, by the run's list of files. Until the list is loaded, and beyond its first page,
 * the file counts as available.
 */
function availability({ sha256 }: StoredFile, list: RunFiles | undefined) {
  const same = list?.files.filter((each) => each.sha256 === sha256) ?? [];
  const [first] = same;
  if (first) {
    const isKept = same.some(({ expiredAt }) => expiredAt === null);
    return { file: sha256, expiredAt: isKept ? null : first.expiredAt };
  }
  const isUnknown = list !== undefined && list.next === null;
  return { file: isUnknown ? undefined : sha256 };
}
