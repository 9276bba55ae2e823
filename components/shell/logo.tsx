import styles from './logo.module.css';

export interface LogoProps {
  /** Edge in pixels. @default 24 */
  size?: number;
}

/** The mark: a pipe with two flanges, the only copper on the page. */
export function Logo({ size = 24 }: LogoProps) {
  return (
    <svg
      className={styles.logo}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      role="presentation"
    >
      <path d="M4 17h4a4 4 0 0 0 4-4v-2a4 4 0 0 1 4-4h4" strokeWidth="3" />
      <path d="M4 13.5v7M20 3.5v7" strokeWidth="2.5" />
    </svg>
  );
}
