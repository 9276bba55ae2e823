import type { ReactNode } from 'react';
import styles from './breakpoints.module.css';
import type { MarkKind } from './looks';

export interface BreakpointGlyphProps {
  kind: MarkKind;
  /** Filled when enabled, a ring otherwise. */
  enabled: boolean;
  /** Edge in pixels. @default 12 */
  size?: 12 | 14;
}

const SIGNS: Readonly<Record<MarkKind, ReactNode>> = {
  before: null,
  conditional: <path d="M3.6 4.9h4.8M3.6 7.1h4.8" />,
  failure: <path d="m4.2 4.2 3.6 3.6M7.8 4.2 4.2 7.8" />,
};

/** A breakpoint: filled or a ring; `=` for a condition, `×` for failures. Its words stand beside it. */
export function BreakpointGlyph({ kind, enabled, size = 12 }: BreakpointGlyphProps) {
  return (
    <svg
      className={styles.glyph}
      data-enabled={enabled}
      data-kind={kind}
      width={size}
      height={size}
      viewBox="0 0 12 12"
      aria-hidden
    >
      <circle cx="6" cy="6" r="5" />
      {SIGNS[kind]}
    </svg>
  );
}
