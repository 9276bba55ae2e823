'use client';

import { type ReactNode, useState } from 'react';
import type { ExampleDoc } from '@/lib/docs/examples';
import { CopyButton } from '../ui/copy-button';
import { Segmented } from '../ui/segmented';
import { Select } from '../ui/select';
import styles from './example-box.module.css';

export interface ExampleBoxProps {
  /** At least one. */
  examples: readonly ExampleDoc[];
  /** Shows the other spelling first. */
  prefersOther: boolean;
}

/** Steps that can be copied, in each of their spellings. */
export function ExampleBox({ examples, prefersOther }: ExampleBoxProps) {
  const [at, setAt] = useState(0);
  const [spelling, setSpelling] = useState<string>(prefersOther ? 'Also accepted' : 'Default');
  const example = examples[at];
  const form = example?.forms.find(({ label }) => label === spelling) ?? example?.forms[0];
  if (example === undefined || form === undefined) return null;
  const text = JSON.stringify(form.step, null, 2);
  return (
    <section className={styles.box} aria-label="Examples">
      <div className={styles.head}>
        <Select
          size="sm"
          aria-label="Example"
          value={String(at)}
          onChange={(event) => setAt(Number(event.target.value))}
          className={styles.title}
        >
          {examples.map(({ title }, index) => (
            <option key={title} value={index}>
              {title}
            </option>
          ))}
        </Select>
        <CopyButton text={text} label="Copy step" />
      </div>
      {example.forms.length > 1 && (
        <Segmented
          label="Spelling"
          size="md"
          className={styles.variants}
          value={form.label}
          onValueChange={setSpelling}
          segments={example.forms.map(({ label }) => ({ value: label, label }))}
        />
      )}
      <JsonCode text={text} />
    </section>
  );
}

/** A key or a text, a number or a word. */
const TOKEN = /"(?:\\.|[^"\\])*"?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** JSON text with highlighting. */
function JsonCode({ text }: { text: string }) {
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

/** In this JSON, a colon directly follows a key. */
function kindOf(token: string, next: string): 'key' | 'string' | 'number' {
  if (!token.startsWith('"')) return 'number';
  return next === ':' ? 'key' : 'string';
}
