'use client';

import { showPanels } from '@/components/editor/session';
import { useOpenPanels } from '@/components/editor/use-editor';
import { usePageSize } from '@/components/editor/use-page-size';
import { Scrubber } from '@/components/run/scrubber/scrubber';
import { useTimelineHeight } from '@/components/run/timeline/use-timeline-height';
import { IconButton } from '@/components/ui/icon-button';
import { useTextScale } from '@/components/ui/use-text-scale';
import { useToastInset } from '@/components/ui/use-toast-inset';
import { useDesk } from './desk-context';
import styles from './dock.module.css';
import { usePanelSize } from './panel-memory';
import { PanelTabs } from './panel-tabs';
import { dockPanels, offeredIn } from './panels';
import { Resizer } from './resizer';

/** Heights in px at the usual text size. */
const FIRST = 240;
/** Initial height of panels with details beside or below their list. Each keeps a height of its own. */
const FIRST_TALL = 360;
const TALL: readonly string[] = ['triggers', 'tests'];
const MIN = 120;
/** Height of the tabs with their borders. */
const TABS = 33;
/** Height for the canvas and the bars around it, also at 200 % zoom. */
const KEPT_FOR_CANVAS = 300;

/** The panels below the canvas: of the pipeline while it is edited, of the run while one is shown. */
export function Dock() {
  const { mode, session } = useDesk();
  const { dock } = useOpenPanels(session);
  const { height } = usePageSize();
  const scale = useTextScale();
  const [min, tabs] = [MIN * scale, TABS * scale];
  const max = Math.max(min, Math.min(height * 0.7, height - KEPT_FOR_CANVAS * scale));
  const offered = offeredIn(mode, dockPanels);
  const open = dock !== 'closed';
  const last = offered.find(({ id }) => id === dock) ?? offered[0];
  const isTall = TALL.includes(dock);
  const { size, isChosen, setSize } = usePanelSize(isTall ? `dock.${dock}` : 'dock', {
    first: (isTall ? FIRST_TALL : FIRST) * scale,
    min,
    max,
  });
  const timeline = useTimelineHeight();
  // A timeline of a few steps leaves the rest of the usual height to the canvas.
  const isFitted = !isChosen && last?.id === 'timeline' && timeline !== undefined;
  const needed = isFitted ? tabs + timeline * scale : size;
  const shown = Math.max(min, Math.min(size, needed));
  useToastInset(open ? shown : tabs);
  return (
    <div className={styles.box}>
      {mode !== 'edit' && <Scrubber />}
      {open && (
        <Resizer
          label="Dock height"
          orientation="horizontal"
          grows="up"
          size={shown}
          min={min}
          max={max}
          onResize={setSize}
        />
      )}
      <section
        className={styles.dock}
        style={open ? { height: shown } : undefined}
        aria-label="Dock"
        data-dock
      >
        <PanelTabs
          label="Dock"
          size="sm"
          panels={dockPanels}
          shown={open ? last?.id : undefined}
          onShow={(next) => showPanels(session, { dock: next })}
          end={
            <IconButton
              size="sm"
              icon="down"
              className={open ? undefined : styles.closed}
              label={open ? 'Close dock' : 'Open dock'}
              aria-expanded={open}
              onClick={() => showPanels(session, { dock: open ? 'closed' : (last?.id ?? 'closed') })}
            />
          }
        />
      </section>
    </div>
  );
}
