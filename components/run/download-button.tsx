'use client';

import { urlOf } from '@/client/api';
import { useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import styles from './download-button.module.css';

/** Downloads the run as one file. Renders nothing while the run is active, and for a run from a file. */
export function DownloadButton() {
  const { runId, detail, actions } = useLens();
  if (!actions || !detail || detail.finishedAt === null) return null;
  return (
    <Button
      size="sm"
      icon="download"
      title="The run as one file, with secrets masked. Pipewright shows it under “Open run file”."
      asChild
    >
      <a href={urlOf(runEndpoints.export, { id: runId })} download>
        <span className={styles.text}>Download run</span>
      </a>
    </Button>
  );
}
