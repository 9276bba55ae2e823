'use client';

import { useQuery } from '@tanstack/react-query';
import { urlOf } from '@/client/api';
import { queryFor } from '@/client/queries';
import { OutputView, type OutputViewProps } from '@/components/output-view/output-view';
import { useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { formatBytes } from '@/components/ui/format';
import type { Payload } from '@/engine';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { FileChips } from './files/file-line';
import { LargeView } from './large/large-view';
import styles from './payload-view.module.css';

export interface PayloadViewProps {
  payload: Payload;
  /** `Output of deploy`. */
  label: string;
  /** `steps.deploy.output`. */
  base: string;
  /** Whether `base` is an expression of the pipeline. @default false */
  isReference?: boolean;
  /** The value on a lineage, where it is not `base`. @default `base` of a reference */
  place?: string;
  /** `deploy-output.json`. */
  fileName: string;
}

/** Larger stored values are read entry by entry. In bytes. */
const LOAD_UP_TO = 1_000_000;

type StoredPayload = Extract<Payload, { ref: string }>;

/** A value of the journal. A stored value is loaded first; of a large one, only what is visible. */
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

function StoredView({ payload, ...rest }: PayloadViewProps & { payload: StoredPayload }) {
  const { runId, file } = useLens();
  if (file) return <LeftOut payload={payload} />;
  const stored = { id: runId, hash: payload.ref };
  if (payload.bytes > LOAD_UP_TO) return <LargeView stored={stored} bytes={payload.bytes} {...rest} />;
  return <WholeView stored={stored} payload={payload} {...rest} />;
}

/** A value that the file of the run does not contain. */
function LeftOut({ payload: { summary, bytes } }: { payload: StoredPayload }) {
  return (
    <div className={styles.stored}>
      <p>
        <span className={styles.summary}>{summary}</span> {formatBytes(bytes)}, not in the file
      </p>
    </div>
  );
}

interface WholeViewProps extends Omit<PayloadViewProps, 'payload'> {
  stored: { id: string; hash: string };
  payload: StoredPayload;
}

/** A stored value that is loaded as a whole. */
function WholeView({ stored, payload, ...rest }: WholeViewProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(runEndpoints.payload, stored),
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
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
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
