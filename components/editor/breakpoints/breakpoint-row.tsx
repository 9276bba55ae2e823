'use client';

import { Checkbox } from '@/components/ui/checkbox';
import { IconButton } from '@/components/ui/icon-button';
import { patch } from '@/components/ui/observable';
import { StatusGlyph } from '@/components/ui/status';
import { type Breakpoint, breakpointPlace } from '@/engine/run/debug/breakpoint';
import { selectGraph } from '../model/derived';
import { EMPTY_SELECTION, selectSteps } from '../model/selection';
import { useDescriptors, useEditor, useSession } from '../use-editor';
import { BreakpointGlyph } from './breakpoint-glyph';
import type { BreakpointServices } from './breakpoint-services';
import styles from './breakpoints-section.module.css';
import { breakpointName, detailTexts, kindOf, whenText } from './looks';
import { isPlaceIn, placeKey, placeOfEdge } from './places';

export interface BreakpointRowProps {
  breakpoint: Breakpoint;
  /** Why it cannot pause a run, as the server found. */
  problem: string | undefined;
  /** Whether the shown run is paused at it. */
  isHit: boolean;
  /** Undefined where it cannot be changed. */
  services: BreakpointServices | undefined;
}

/** One breakpoint of the list: whether it is enabled, its place, when it pauses, and its commands. */
export function BreakpointRow({ breakpoint, problem, isHit, services }: BreakpointRowProps) {
  const session = useSession();
  const descriptors = useDescriptors();
  const graph = useEditor((state) => selectGraph(state.document, descriptors));
  const { at, enabled } = breakpoint;
  const isHere = isPlaceIn(at, graph);
  const name = breakpointName(breakpoint);
  const gone = 'step' in at ? 'The step was deleted.' : 'The edge was deleted.';
  const trouble = isHere ? problem : gone;

  function show() {
    if (!isHere) return;
    const [first, second] = 'step' in at ? [at.step] : [at.from, at.to];
    const edge = graph.edges.find((each) => placeKey(placeOfEdge(each)) === placeKey(at));
    session.store.select(
      'step' in at ? selectSteps(at.step) : { ...EMPTY_SELECTION, edges: edge ? [edge.id] : [] },
    );
    session.view.get()?.reveal(second === undefined ? [first] : [first, second]);
  }

  return (
    <li className={styles.row} data-hit={isHit || undefined}>
      <Checkbox
        checked={enabled}
        aria-label={name}
        disabled={services === undefined || !isHere}
        onCheckedChange={(next) => void services?.put({ ...breakpoint, enabled: next })}
      />
      <button type="button" className={styles.place} disabled={!isHere} title={name} onClick={show}>
        <BreakpointGlyph kind={kindOf(breakpoint)} enabled={enabled} />
        <span className={styles.name}>{breakpointPlace(at)}</span>
      </button>
      <span className={styles.state}>
        {isHit ? <Hit /> : <span>{enabled ? whenText(breakpoint) : 'off'}</span>}
      </span>
      {services !== undefined && (
        <span className={styles.tools}>
          {isHere && (
            <IconButton
              icon="pencil"
              size="sm"
              iconSize={14}
              label={`Edit breakpoint at ${breakpointPlace(at)}`}
              onClick={() => patch(session.interaction, { breakpoint: { id: breakpoint.id } })}
            />
          )}
          <IconButton
            icon="x"
            size="sm"
            iconSize={14}
            label={`Remove breakpoint at ${breakpointPlace(at)}`}
            onClick={() => void services.remove(breakpoint)}
          />
        </span>
      )}
      {detailTexts(breakpoint).map((text) => (
        <span key={text} className={styles.detail} title={text}>
          {text}
        </span>
      ))}
      {trouble !== undefined && (
        <span className={styles.trouble} data-status="stale">
          <StatusGlyph status="stale" size={12} />
          {trouble}
        </span>
      )}
    </li>
  );
}

/** The shown run is paused here. */
function Hit() {
  return (
    <span className={styles.hit} data-status="paused">
      <StatusGlyph status="paused" size={12} />
      hit
    </span>
  );
}
