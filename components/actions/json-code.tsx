import type { ReactNode } from 'react';
import styles from './json-code.module.css';

/** A key or a text, a number or a word. */
const TOKEN = /"(?:\\.|[^"\\])*"?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

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
    const [token] = match;
    parts.push(
      text.slice(end, match.index),
      <span key={match.index} className={styles[kindOf(token, text.charAt(match.index + token.length))]}>
        {token}
      </span>,
    );
    end = match.index + token.length;
  }
  return [...parts, text.slice(end)];
}

/** In JSON as it is written here, a colon follows a key at once. */
function kindOf(token: string, next: string): 'key' | 'string' | 'number' {
  if (!token.startsWith('"')) return 'number';
  return next === ':' ? 'key' : 'string';
}
