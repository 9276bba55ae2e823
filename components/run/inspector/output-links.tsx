'use client';

import { type ReactNode, useMemo } from 'react';
import { type ValueLinks, ValueLinksContext } from '@/components/json-tree/value-links';
import { runPath } from '@/components/run-state/permalink';
import { useLens } from '@/components/run-state/run-context';
import { useCopy } from '@/components/ui/use-copy';
import type { UnitSelection } from './selection';

export interface OutputLinksProps {
  selected: UnitSelection;
  children: ReactNode;
}

/** Gives every part of an output a link. */
export function OutputLinks({ selected: { step, iteration }, children }: OutputLinksProps) {
  const { runId, focus, setFocus, file } = useLens();
  const copy = useCopy();
  const links = useMemo<ValueLinks | undefined>(
    () =>
      file
        ? undefined
        : {
            pointer: focus.path,
            copy(path) {
              const linked = { step, iteration, attempt: focus.attempt, path };
              setFocus(linked);
              copy(`${window.location.origin}${runPath(runId, linked)}`, 'the link');
            },
          },
    [file, runId, step, iteration, focus.attempt, focus.path, setFocus, copy],
  );
  return <ValueLinksContext value={links}>{children}</ValueLinksContext>;
}
