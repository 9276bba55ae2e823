'use client';

import type { JSX } from 'react';
import { Button } from './button';
import { EmptyState } from './empty-state';
import styles from './lazy-panel.module.css';
import { Spinner } from './spinner';
import { type LazyPart, useLazy } from './use-lazy';

export interface LazyPanelProps<P> {
  part: LazyPart<P>;
  /** What is loaded, in a sentence: `the JSON editor`. Tells parts at the same place apart. */
  what: string;
  /** Properties of the part. */
  props: P & JSX.IntrinsicAttributes;
}

/** A part of the page whose code is loaded when it is first shown. */
export function LazyPanel<P extends object>(props: LazyPanelProps<P>) {
  // Another part at the same place begins anew: what was loaded belongs to the one before.
  return <LoadedPanel key={props.what} {...props} />;
}

function LoadedPanel<P extends object>({ part, what, props }: LazyPanelProps<P>) {
  const { Part, hasFailed, retry } = useLazy(part);
  if (Part !== undefined) return <Part {...props} />;
  return (
    <div className={styles.panel}>
      {hasFailed ? (
        <div role="alert">
          <EmptyState
            icon="err"
            title={`The page could not load ${what}.`}
            actions={
              <Button size="sm" onClick={retry}>
                Try again
              </Button>
            }
          >
            Check that the server is running. If Pipewright was updated, reload the page.
          </EmptyState>
        </div>
      ) : (
        <Spinner label={`Loading ${what}`} />
      )}
    </div>
  );
}
