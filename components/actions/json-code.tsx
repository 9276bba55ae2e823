import type { ReactNode } from 'react';
import styles from './json-code.module.css';

/** A key, a text, or a number or word. */
const TOKEN = /("(?:\\.|[^"\\])*")(?=\s*:)|("(?:\\.|[^"\\])*")|(-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/g;

/** JSON text in the colours of code. */
export function JsonCode({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it.
    <pre className={styles.code} tabIndex={0}>
      {coloured(text)}
    </pre>
  );
}

function coloured(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, key, string] = match;
    parts.push(
      text.slice(end, match.index),
      <span key={match.index} className={styles[kindOf(key, string)]}>
        {token}
      </span>,
    );
    end = match.index + token.length;
  }
  return [...parts, text.slice(end)];
}

function kindOf(key: string | undefined, string: string | undefined): 'key' | 'string' | 'number' {
  if (key !== undefined) return 'key';
  return string === undefined ? 'number' : 'string';
}
