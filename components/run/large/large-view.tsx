'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, urlOf } from '@/client/api';
import { TextDialog } from '@/components/json-tree/text-dialog';
import { TreeSearch } from '@/components/json-tree/tree-search';
import { Button } from '@/components/ui/button';
import { formatBytes } from '@/components/ui/format';
import { IconButton } from '@/components/ui/icon-button';
import { Spinner } from '@/components/ui/spinner';
import { useToast } from '@/components/ui/toast';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { LargeTree } from './large-tree';
import styles from './large-view.module.css';
import { type Place, placeKey } from './layout';
import { type LargeSearch, useLargeSearch } from './use-large-search';
import { pageQuery, type StoredValue, useLargeTree } from './use-large-tree';

export interface LargeViewProps {
  stored: StoredValue;
  /** In bytes. */
  bytes: number;
  /** `Output of deploy`. */
  label: string;
  /** `steps.deploy.output`. */
  base: string;
  /** The value on a lineage, where it is not `base`. @default `base` of a reference */
  place?: string | undefined;
  isReference?: boolean;
  /** `deploy-output.json`. */
  fileName: string;
}

/** A stored value of any size: the server sends the entries that are visible. */
export function LargeView(props: LargeViewProps) {
  const { data, error, refetch } = useQuery(pageQuery(props.stored, [], 0));
  if (error) {
    return (
      <p role="alert" className={styles.problem}>
        The value could not be loaded. {error.message}{' '}
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!data) return <Spinner label="Loading the value" />;
  return <LoadedLargeView {...props} count={data.count} />;
}

function LoadedLargeView(props: LargeViewProps & { count: number }) {
  const { stored, bytes, count, label, base, isReference = false, place, fileName } = props;
  const tree = useLargeTree(stored, count);
  const [needle, setNeedle] = useState<string>();
  const [hit, setHit] = useState(-1);
  const search = useLargeSearch(stored, needle ?? '');
  const { opened, open, close } = useOpenedText(stored);

  function move(by: 1 | -1) {
    const next = (hit + by + search.matches.length) % Math.max(1, search.matches.length);
    const match = search.matches[next];
    if (by === 1 && hit === search.matches.length - 1) search.searchOn();
    if (!match) return;
    setHit(next);
    void tree.reveal(match);
  }

  return (
    <div className={styles.view}>
      <div className={styles.bar}>
        <span className={styles.note}>
          {formatBytes(bytes)}, {count.toLocaleString('en')} {count === 1 ? 'entry' : 'entries'}
        </span>
        <span className={styles.tools}>
          <IconButton
            size="sm"
            iconSize={14}
            icon="search"
            label="Search"
            pressed={needle !== undefined}
            onClick={() => setNeedle(needle === undefined ? '' : undefined)}
          />
          <Button size="sm" icon="download" asChild>
            <a href={urlOf(runEndpoints.payload, { ...stored, download: '1' })} download={fileName}>
              Download
            </a>
          </Button>
        </span>
      </div>
      {needle !== undefined && (
        <TreeSearch
          label={label}
          needle={needle}
          onSearch={(next) => {
            setNeedle(next);
            setHit(-1);
          }}
          hits={hitsText(needle, search, hit)}
          onMove={move}
          onClose={() => setNeedle(undefined)}
        />
      )}
      {count === 0 && (
        <p className={styles.note}>This value has no entries to show. Download it to read it.</p>
      )}
      <LargeTree
        stored={stored}
        tree={tree}
        label={label}
        base={base}
        isReference={isReference}
        place={place}
        hit={search.matches[hit]?.at}
        onOpen={open}
      />
      {opened && <TextDialog title={opened.title} text={opened.text} onClose={close} />}
    </div>
  );
}

/** A text of the value that is shown in full. It is loaded first. */
function useOpenedText(stored: StoredValue) {
  const showToast = useToast();
  const [opened, setOpened] = useState<{ title: string; text: string }>();
  async function load(at: Place, title: string) {
    try {
      const value = await callApi(runEndpoints.payloadPart, { ...stored, at: placeKey(at) });
      setOpened({ title, text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) });
    } catch (error) {
      const detail = error instanceof Error ? error.message : '';
      showToast({ status: 'failed', title: 'The text could not be opened.', detail });
    }
  }
  return {
    opened,
    open: (at: Place, title: string) => void load(at, title),
    close: () => setOpened(undefined),
  };
}

function hitsText(needle: string, { matches, isComplete, error }: LargeSearch, hit: number): string {
  if (needle.trim() === '') return '';
  if (error) return 'failed';
  if (matches.length === 0) return isComplete ? 'no matches' : 'searching…';
  const count = `${matches.length}${isComplete ? '' : '+'}`;
  return hit === -1 ? count : `${hit + 1} / ${count}`;
}
