import type { RefObject } from 'react';
import { selectStep } from '../model/derived';
import { findFrame, stepsIn } from '../model/frames';
import { useEditor } from '../use-editor';
import styles from './outline.module.css';
import { OutlineFrameRow } from './outline-frame-row';
import { OutlineMenu } from './outline-menu';
import { OutlineRow, type OutlineRowProps } from './outline-row';
import type { OutlineEntry } from './outline-rows';
import { useOutlineTree } from './use-outline-tree';

export interface OutlineTreeProps {
  rows: readonly OutlineEntry[];
  tree: RefObject<HTMLDivElement | null>;
}

/** The tree of steps and frames. Its rows are drawn while they are in view. */
export function OutlineTree({ rows, tree }: OutlineTreeProps) {
  const state = useOutlineTree(rows, tree);
  const { virtual, at, menu } = state;
  return (
    <div
      ref={tree}
      className={styles.outline}
      role="tree"
      aria-label="Steps in execution order"
      tabIndex={0}
      data-outline
      aria-activedescendant={at < 0 ? undefined : `outline-${at}`}
      onKeyDown={state.onKeyDown}
    >
      <div style={{ height: virtual.getTotalSize() }} className={styles.inner} role="presentation">
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <Row
              key={`${row.kind ?? 'step'} ${row.id}`}
              row={row}
              index={index}
              top={start}
              selected={index === at}
              renaming={state.renaming?.id === row.id && state.renaming.kind === row.kind}
              onSelect={() => state.choose(index)}
              onMenu={() => state.openMenu(index)}
              onRenamed={(title) => state.renamed(row, title)}
            />
          );
        })}
        {menu !== undefined && (
          <OutlineMenu
            key={menu.kind}
            place={menu}
            onClose={state.closeMenu}
            onRename={() =>
              state.setRenaming(rows.find(({ id, kind }) => id === menu.id && (kind ?? 'step') === menu.kind))
            }
            onConnect={() => requestAnimationFrame(() => state.setMenu({ ...menu, kind: 'connect' }))}
          />
        )}
      </div>
    </div>
  );
}

/** The row of a step or a frame; nothing for one that no longer exists. */
function Row(props: Omit<OutlineRowProps, 'step'>) {
  const { id, kind } = props.row;
  const document = useEditor((state) => state.document);
  if (kind === 'frame') {
    const frame = findFrame(document, id);
    return frame === undefined ? null : (
      <OutlineFrameRow {...props} frame={frame} ids={stepsIn(document, frame)} />
    );
  }
  const step = selectStep(document, id);
  return step === undefined ? null : <OutlineRow {...props} step={step} />;
}
