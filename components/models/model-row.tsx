'use client';

import { CLOUD_PROVIDERS, CLOUD_SOURCE } from '@/engine/cloud-models';
import { MODEL_SOURCES } from '@/engine/models';
import type { DeploymentSummary } from '@/lib/contracts/deployments';
import type { ModelSummary } from '@/lib/contracts/models';
import { DeploymentLinks } from '../deployments/deployment-links';
import { OriginLink } from '../run-state/origin-link';
import { Button } from '../ui/button';
import { CategoryIcon } from '../ui/category';
import { formatBytes } from '../ui/format';
import { IconButton } from '../ui/icon-button';
import { Menu, MenuItem } from '../ui/menu';
import { type Status, StatusGlyph } from '../ui/status';
import { useCopy } from '../ui/use-copy';
import { VisuallyHidden } from '../ui/visually-hidden';
import { DownloadProgress } from './download-progress';
import styles from './model-list.module.css';

export interface ModelRowProps {
  model: ModelSummary;
  usedBy: readonly DeploymentSummary[];
  onDeploy: () => void;
  onCancel: () => void;
  onDownloadAgain: () => void;
  onDelete: () => void;
}

/** Glyph and word of a status, which suffice without the colour. */
const LOOKS: Readonly<Record<ModelSummary['status'], { readonly status: Status; readonly word: string }>> = {
  available: { status: 'completed', word: 'Verified' },
  downloading: { status: 'running', word: 'Downloading' },
  error: { status: 'failed', word: 'Failed' },
  deleting: { status: 'running', word: 'Deleting' },
};

/** Short names of frequent failures. */
const FAILURE_WORDS: Readonly<Record<string, string>> = {
  checksum_mismatch: 'Checksum differs',
  download_cancelled: 'Cancelled',
  files_missing: 'Files missing',
};

/** A row of the list of models. */
export function ModelRow({ model, usedBy, onDeploy, onCancel, onDownloadAgain, onDelete }: ModelRowProps) {
  const { id, name, source, sha256, status, size_bytes: size } = model;
  const copy = useCopy();
  const origin = originOf(model);
  return (
    <li className={styles.row} id={id}>
      <CategoryIcon category="model" icon={iconOf(model)} size="md" />
      <div className={styles.what}>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.origin} title={origin}>
          {origin}
        </p>
      </div>
      <div className={styles.size}>
        <VisuallyHidden>Size </VisuallyHidden>
        {size === null ? '–' : formatBytes(size)}
      </div>
      <div className={styles.state} data-status={LOOKS[status].status}>
        {model.progress ? (
          <DownloadProgress name={name} size={size} progress={model.progress} />
        ) : (
          <p className={styles.word}>
            <StatusGlyph status={LOOKS[status].status} />
            {wordOf(model)}
            {sha256 && <span className={styles.quiet}>sha256 {shortHash(sha256)}</span>}
            {status === 'error' && (
              <Button size="sm" variant="quiet" onClick={onDownloadAgain}>
                Download again
              </Button>
            )}
          </p>
        )}
        {model.error && <p className={styles.error}>{model.error.message}</p>}
      </div>
      <div className={styles.origin}>
        {model.added_by ? <OriginLink by={model.added_by} /> : 'added manually'}
        {usedBy.length > 0 && (
          <p className={styles.usedBy}>
            used by <DeploymentLinks deployments={usedBy} />
          </p>
        )}
      </div>
      <Menu align="end" trigger={<IconButton icon="more" label={`More for ${name}`} size="sm" />}>
        <MenuItem icon="copy" onSelect={() => copy(id, 'the model_id')}>
          Copy model_id
        </MenuItem>
        {status === 'available' && source !== CLOUD_SOURCE && (
          <MenuItem icon="deployment_create" onSelect={onDeploy}>
            Deploy…
          </MenuItem>
        )}
        {status === 'downloading' ? (
          <MenuItem icon="stop" onSelect={onCancel}>
            Cancel download
          </MenuItem>
        ) : (
          <MenuItem icon="trash" onSelect={onDelete}>
            Delete…
          </MenuItem>
        )}
      </Menu>
    </li>
  );
}

function originOf({ source, uri, cloud }: ModelSummary): string {
  if (source !== CLOUD_SOURCE) return `${MODEL_SOURCES[source].title} · ${uri}`;
  const key = cloud?.api_key_secret ? ` · key in secrets.${cloud.api_key_secret}` : '';
  return `${cloud ? CLOUD_PROVIDERS[cloud.provider].title : 'Cloud'} · ${cloud?.model ?? uri}${key}`;
}

function iconOf({ status, cloud }: ModelSummary) {
  if (cloud) return 'cloud_model_add';
  return status === 'available' ? 'cube' : 'model_add';
}

function wordOf({ status, error, cloud }: ModelSummary): string {
  if (cloud && status === 'available') return 'Listed by the provider';
  const word = error?.code === undefined ? undefined : FAILURE_WORDS[error.code];
  return word ?? LOOKS[status].word;
}

function shortHash(sha256: string): string {
  return `${sha256.slice(0, 7)}…${sha256.slice(-2)}`;
}
