import { clsx } from '@/components/ui/clsx';
import { formatCount } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { StatusGlyph } from '@/components/ui/status';
import type { Frame } from '@/engine';
import { useWorstStatus } from '../canvas/frame-status';
import { TitleInput } from '../canvas/title-input';
import { colorOf, frameTitle } from '../model/frames';
import styles from './outline.module.css';
import type { OutlineRowProps } from './outline-row';

export interface OutlineFrameRowProps extends Omit<OutlineRowProps, 'step'> {
  frame: Frame;
  /** Its steps. */
  ids: readonly string[];
}

/** A frame in the outline, above its steps. */
export function OutlineFrameRow(props: OutlineFrameRowProps) {
  const { frame, ids, row, index, top, selected, renaming, onSelect, onMenu, onRenamed } = props;
  const status = useWorstStatus(ids);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys.
    <div
      id={`outline-${index}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-selected={selected}
      className={clsx(styles.row, selected && styles.selected)}
      style={{ top }}
      data-frame-color={colorOf(frame)}
      onClick={onSelect}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu();
      }}
    >
      <Icon name="frame" label="Frame" className={styles.frameIcon} />
      {renaming ? (
        <TitleInput label="Title" title={frameTitle(frame)} className={styles.rename} onDone={onRenamed} />
      ) : (
        <span className={styles.title}>{frameTitle(frame)}</span>
      )}
      <span className={styles.id}>{formatCount(ids.length, 'step')}</span>
      {status !== undefined && <StatusGlyph status={status} labelled />}
    </div>
  );
}
