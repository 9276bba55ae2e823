'use client';

import { useCallback } from 'react';
import { pausedBreakpoints } from '@/components/run-state/pauses';
import { useRunState } from '@/components/run-state/use-run';
import { Checkbox } from '@/components/ui/checkbox';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { patch } from '@/components/ui/observable';
import { selectGraph } from '../model/derived';
import { useObservable, useSession } from '../use-editor';
import { BreakpointRow } from './breakpoint-row';
import { useBreakpointServices } from './breakpoint-services';
import styles from './breakpoints-section.module.css';
import { isPlaceIn, selectedPlaces } from './places';

const NONE: ReadonlySet<string> = new Set();

/** The breakpoints of the pipeline, below its runs: enabled, edited, added and removed here. */
export function BreakpointsSection() {
  const session = useSession();
  const services = useBreakpointServices();
  const settings = useObservable(session.breakpoints, (value) => value);
  const hit = useRunState(useCallback(pausedBreakpoints, [])) ?? NONE;
  const problems = new Map(settings.problems.map(({ breakpoint, message }) => [breakpoint, message]));

  /** The form of a new breakpoint begins at what is selected. */
  function add() {
    const { document, selection } = session.store.getState();
    const [at] = selectedPlaces(selection, selectGraph(document, session.descriptors));
    patch(session.interaction, { breakpoint: { at } });
  }

  function enableAll(enabled: boolean) {
    const graph = selectGraph(session.store.getState().document, session.descriptors);
    for (const breakpoint of settings.breakpoints)
      if (breakpoint.enabled !== enabled && isPlaceIn(breakpoint.at, graph))
        void services?.put({ ...breakpoint, enabled });
  }

  return (
    <section className={styles.section} aria-label="Breakpoints" data-breakpoints>
      <div className={styles.head}>
        <h2 className={styles.title}>Breakpoints</h2>
        {services !== undefined && (
          <>
            <IconButton icon="plus" size="sm" iconSize={14} label="Add breakpoint" onClick={add} />
            {settings.breakpoints.length > 0 && (
              <Menu
                align="end"
                trigger={<IconButton icon="more" size="sm" iconSize={14} label="Breakpoint commands" />}
              >
                <MenuItem onSelect={() => enableAll(true)}>Enable all</MenuItem>
                <MenuItem onSelect={() => enableAll(false)}>Disable all</MenuItem>
                <MenuItem
                  icon="trash"
                  onSelect={() => {
                    for (const breakpoint of settings.breakpoints) void services.remove(breakpoint);
                  }}
                >
                  Remove all
                </MenuItem>
              </Menu>
            )}
          </>
        )}
      </div>
      {settings.breakpoints.length === 0 && (
        <p className={styles.none}>Select a step or an edge and press B to pause runs there.</p>
      )}
      <ul className={styles.list}>
        {settings.breakpoints.map((breakpoint) => (
          <BreakpointRow
            key={breakpoint.id}
            breakpoint={breakpoint}
            problem={problems.get(breakpoint.id)}
            isHit={hit.has(breakpoint.id)}
            services={services}
          />
        ))}
      </ul>
      <Checkbox
        className={styles.failure}
        checked={settings.pause_on_failure}
        disabled={services === undefined}
        onCheckedChange={(pauses) => void services?.setPauseOnFailure(pauses)}
      >
        Pause on any failure
      </Checkbox>
    </section>
  );
}
