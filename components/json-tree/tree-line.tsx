'use client';

import { dragReference } from '@/components/pipeline-text/insert-target';
import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { scalarText, type TreeRow, typeText, type ValueRow } from './flatten';
import styles from './json-tree.module.css';

export interface TreeLineProps {
  row: TreeRow;
  id: string;
  active: boolean;
  /** Whether it is the current search hit. */
  isHit: boolean;
  /** Distance from the top of the list, px. */
  top: number;
  onActivate: () => void;
  onToggle: () => void;
  /** The text of the button of the line: `copy path`. */
  action: string;
  onAction: () => void;
  /** Copies a link to the value; undefined where values have none. */
  onLink?: (() => void) | undefined;
  /** Shows where the value comes from and what reads it; undefined where values have no lineage. */
  onTrace?: (() => void) | undefined;
  /** The expression that reads the value, for dragging; undefined where the value is not one of a pipeline. */
  reference: string | undefined;
  /** Shows a long string completely. */
  onOpen: () => void;
}

/** One line of a JSON tree. */
export function TreeLine(props: TreeLineProps) {
  const {
    row,
    id,
    active,
    isHit,
    top,
    action,
    reference,
    onActivate,
    onToggle,
    onAction,
    onLink,
    onTrace,
    onOpen,
  } = props;
  const place = { transform: `translateY(${top}px)`, paddingLeft: `calc(${row.depth} * var(--s-16))` };
  if (row.kind === 'more') {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its lines.
      // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the tree, which points at the active line.
      <div
        id={id}
        role="treeitem"
        aria-level={row.depth + 1}
        className={clsx(styles.line, styles.more, active && styles.active)}
        style={place}
        onClick={onToggle}
      >
        Show {Math.min(200, row.total - row.shown)} more of {row.total - row.shown}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its lines.
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the tree, which points at the active line.
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.size ? row.expanded : undefined}
      aria-selected={active}
      className={clsx(styles.line, active && styles.active, isHit && styles.hit)}
      style={place}
      draggable={reference !== undefined}
      title={reference}
      onDragStart={(event) => reference !== undefined && dragReference(event.dataTransfer, reference)}
      onClick={() => {
        onActivate();
        if (row.size) onToggle();
      }}
    >
      <span className={styles.twist}>
        {row.size ? <Icon name={row.expanded ? 'down' : 'right'} size={12} /> : null}
      </span>
      <span className={styles.key}>{row.name}</span>
      <Value row={row} onOpen={onOpen} />
      <LineButton className={styles.copy} label={action} onPress={onAction} />
      {onTrace && <LineButton className={styles.link} label="lineage" onPress={onTrace} />}
      {onLink && <LineButton className={styles.link} label="copy link" onPress={onLink} />}
      <span className={styles.type}>{typeText(row)}</span>
    </div>
  );
}

interface LineButtonProps {
  className: string | undefined;
  label: string;
  onPress: () => void;
}

/** A button of a line. Pressing it does not select the line. */
function LineButton({ className, label, onPress }: LineButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={className}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      {label}
    </button>
  );
}

function Value({ row, onOpen }: { row: ValueRow; onOpen: () => void }) {
  if (row.size !== undefined)
    return row.size === 0 ? <span className={styles.punctuation}>{empty(row)}</span> : null;
  const text = scalarText(row.value);
  const isLong = typeof row.value === 'string' && row.value.length > 48;
  return (
    <>
      <span className={clsx(styles.value, styles[row.type])}>{text}</span>
      {isLong && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.open}
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
        >
          open
        </button>
      )}
    </>
  );
}

function empty(row: ValueRow): string {
  return row.type === 'array' ? '[ ]' : '{ }';
}
