'use client';

import { Dialog as Radix } from 'radix-ui';
import { useRef, useSyncExternalStore } from 'react';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { type Bar, useBar } from './bar-context';
import type { BarItem } from './bar-item';
import { useBarKeys } from './bar-keys';
import { BarResults } from './bar-results';
import styles from './command-bar.module.css';
import { rememberUse } from './recent';

/** Finds and runs commands, and goes to steps, pipelines, runs, pages and actions. */
export function CommandBar() {
  const bar = useBar();
  return bar === undefined ? null : <BarDialog bar={bar} />;
}

interface BarDialogProps {
  bar: Bar;
}

function BarDialog({ bar }: BarDialogProps) {
  const open = useSyncExternalStore(bar.isOpen.subscribe, bar.isOpen.get, () => false);
  const opener = useRef<Element | null>(null);
  const chosen = useRef<BarItem | undefined>(undefined);
  useBarKeys(bar);
  const pick = (item: BarItem) => {
    chosen.current = item;
    rememberUse(item.id);
    bar.isOpen.set(false);
  };
  return (
    <Radix.Root open={open} onOpenChange={bar.isOpen.set}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={styles.bar}
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
            chosen.current = undefined;
          }}
          onCloseAutoFocus={(event) => {
            // A command finds the focus where it was, and may move it: to a field, or to a dialog of its own.
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
            chosen.current?.run();
          }}
        >
          <VisuallyHidden>
            <Radix.Title>Go to anything</Radix.Title>
          </VisuallyHidden>
          <BarResults onPick={pick} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
