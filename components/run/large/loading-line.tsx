import styles from '@/components/json-tree/json-tree.module.css';

export interface LoadingLineProps {
  id: string;
  depth: number;
  /** Distance from the top of the list, px. */
  top: number;
}

/** A line whose page is still loaded. */
export function LoadingLine({ id, depth, top }: LoadingLineProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the tree, which points at the active line.
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-busy
      className={styles.line}
      style={{ transform: `translateY(${top}px)`, paddingLeft: `calc(${depth} * var(--s-16))` }}
    >
      <span className={styles.twist} />
      <span className={styles.punctuation}>Loading…</span>
    </div>
  );
}
