'use client';

import { useEffect, useRef, useState } from 'react';
import { lineageView } from '@/components/pipeline-text/lineage-view';
import { Checkbox } from '@/components/ui/checkbox';
import { IconButton } from '@/components/ui/icon-button';
import { patch } from '@/components/ui/observable';
import type { EditorSession } from '../session';
import { useInteraction, useSession } from '../use-editor';
import { LineageList } from './lineage-list';
import styles from './lineage-panel.module.css';
import { useLights, useLineage } from './use-lineage';

/** Where a value comes from and what reads it, with its steps and edges highlighted on the canvas. Escape closes it. */
export function LineagePanel() {
  const session = useSession();
  const traced = useInteraction((interaction) => interaction.traced);
  // Lists and fields anywhere on the page reach the panel only through this.
  useEffect(() => {
    lineageView.set((value) => patch(session.interaction, { traced: value }));
    return () => {
      lineageView.set(undefined);
      patch(session.interaction, { traced: undefined });
    };
  }, [session.interaction]);
  return traced === undefined ? null : <OpenLineage value={traced} />;
}

interface OpenLineageProps {
  /** As `placeText` of the engine writes it. */
  value: string;
}

function OpenLineage({ value }: OpenLineageProps) {
  const session = useSession();
  const [isDirect, setDirect] = useState(false);
  const { lineage, isOfRun } = useLineage(value, isDirect);
  const panel = useFocusedPanel(value);
  const close = () => patch(session.interaction, { traced: undefined });
  useLights(lineage);
  useEscape(session);
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-label={`Lineage of ${value}`}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          Lineage of <code>{value.replace(/^steps\./, '')}</code>
        </h2>
        <IconButton size="sm" icon="x" label="Close lineage" shortcut="Esc" onClick={close} />
      </header>
      {lineage === undefined ? (
        <p className={styles.none}>This value has no lineage.</p>
      ) : (
        <div className={styles.body}>
          <LineageList title="Sources" entries={lineage.origins} isOfRun={isOfRun} />
          <LineageList
            title="Used by"
            entries={lineage.readers}
            isOfRun={isOfRun}
            none="No parameter, condition or output reads this value."
          />
          <Checkbox checked={isDirect} onCheckedChange={setDirect}>
            Direct readers only
          </Checkbox>
          {lineage.isCut && <p className={styles.none}>The list is incomplete.</p>}
        </div>
      )}
    </section>
  );
}

/** Takes the focus when another value is shown, and returns it to what opened the panel. */
function useFocusedPanel(value: string) {
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value takes the focus again.
  useEffect(() => {
    const { activeElement } = document;
    if (panel.current?.contains(activeElement) !== true) opener.current = activeElement;
    panel.current?.focus({ preventScroll: true });
  }, [value]);
  // The focus of the page, which is on the body once the panel is gone.
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener.current instanceof HTMLElement)
        opener.current.focus({ preventScroll: true });
    },
    [],
  );
  return panel;
}

const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Closes the panel by Escape anywhere on the page, unless the key closes something else. */
function useEscape({ interaction }: EditorSession): void {
  // The keyboard of the page, before the commands of the canvas, where Escape ends the selection.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (interaction.get().mode.kind !== 'idle' || document.querySelector(OVERLAYS) !== null) return;
      event.preventDefault();
      patch(interaction, { traced: undefined });
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [interaction]);
}
