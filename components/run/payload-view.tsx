'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { urlOf } from '@/client/api';
import { queryFor } from '@/client/queries';
import { OutputView, type OutputViewProps } from '@/components/output-view/output-view';
import { useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { formatBytes } from '@/components/ui/format';
import type { Payload } from '@/engine';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { FileChips } from './files/file-line';
import styles from './payload-view.module.css';

export interface PayloadViewProps {
  payload: Payload;
  /** `Output of deploy`. */
  label: string;
  /** `steps.deploy.output`. */
  base: string;
  /** Whether `base` is an expression of the pipeline. @default false */
  isReference?: boolean;
  /** `deploy-output.json`. */
  fileName: string;
}

/** Larger stored values are loaded only on request. In bytes. */
const LOAD_ON_REQUEST_ABOVE = 1_000_000;

/** A value of the journal. A stored value is loaded first, a large one only on request. */
export function PayloadView({ payload, ...rest }: PayloadViewProps) {
  if ('value' in payload) return <LoadedView value={payload.value} {...rest} />;
  return <StoredView key={payload.ref} payload={payload} {...rest} />;
}

function LoadedView(props: OutputViewProps) {
  return (
    <>
      <FileChips value={props.value} label={props.label} />
      <OutputView {...props} />
    </>
  );
}

function StoredView({ payload, ...rest }: PayloadViewProps & { payload: Extract<Payload, { ref: string }> }) {
  const { runId } = useLens();
  const [asked, setAsked] = useState(payload.bytes <= LOAD_ON_REQUEST_ABOVE);
  const stored = { id: runId, hash: payload.ref };
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(runEndpoints.payload, stored),
    enabled: asked,
    // The hash identifies the content, which never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined) return <LoadedView value={data} note={formatBytes(payload.bytes)} {...rest} />;
  return (
    <div className={styles.stored}>
      <p>
        <span className={styles.summary}>{payload.summary}</span> {formatBytes(payload.bytes)}
      </p>
      {error && <p role="alert">The value could not be loaded. {error.message}</p>}
      <span className={styles.buttons}>
        <Button
          size="sm"
          busy={isFetching}
          onClick={() => {
            setAsked(true);
            if (error) void refetch();
          }}
        >
          {error ? 'Try again' : `Load ${formatBytes(payload.bytes)}`}
        </Button>
        <Button size="sm" icon="download" asChild>
          <a href={urlOf(runEndpoints.payload, { ...stored, download: '1' })} download={rest.fileName}>
            Download
          </a>
        </Button>
      </span>
    </div>
  );
}
