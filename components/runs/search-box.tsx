'use client';

import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { Menu, MenuItem } from '@/components/ui/menu';
import { FILTER_HELP } from '@/lib/contracts/run-search/filters';
import { parseSearch } from '@/lib/contracts/run-search/parse';
import { MAX_SEARCH } from '@/lib/contracts/runs';
import styles from './search-box.module.css';

export interface SearchBoxProps {
  /** The search of the list. */
  value: string;
  onSearch: (text: string) => void;
}

/** Searches runs by filters and words when Enter is pressed. The menu writes the filters into the text. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const [draft, setDraft] = useState(value);
  const [shown, setShown] = useState(value);
  const [isTouched, setTouched] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const parsed = parseSearch(draft, Date.now());
  const problem = parsed.ok || !isTouched ? undefined : parsed.problem;

  // Another search was chosen outside. The field stays, and so does the focus in it.
  if (value !== shown) {
    setShown(value);
    setDraft(value);
  }

  const search = (text: string) => {
    setDraft(text);
    setTouched(true);
    if (parseSearch(text, Date.now()).ok) onSearch(text.trim());
  };
  const addFilter = (prefix: string) => {
    setTouched(false);
    setDraft((text) => `${text.trimEnd()}${text.trim() === '' ? '' : ' '}${prefix}`);
    // The menu returns the focus to its button first.
    requestAnimationFrame(() => input.current?.focus());
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    search(draft);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: React types do not know the element search yet.
    <form role="search" aria-label="Search runs" className={styles.form} onSubmit={onSubmit}>
      <div className={styles.line}>
        <Input
          ref={input}
          size="md"
          soft
          mono
          icon="search"
          className={styles.box}
          aria-label="Search runs"
          aria-describedby={problem ? problemId : undefined}
          placeholder='status:failed param.model:llama error:"timed out"'
          spellCheck={false}
          type="search"
          autoComplete="off"
          maxLength={MAX_SEARCH}
          invalid={problem !== undefined}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') search('');
          }}
          trailing={
            draft === '' ? undefined : (
              <IconButton icon="x" iconSize={14} size="sm" label="Clear search" onClick={() => search('')} />
            )
          }
        />
        <Menu align="end" trigger={<Button icon="filter">Add filter</Button>}>
          {FILTER_HELP.map(({ prefix, example, meaning }) => (
            <MenuItem key={prefix} detail={example} onSelect={() => addFilter(prefix)}>
              {meaning}
            </MenuItem>
          ))}
        </Menu>
        <Button type="submit">Search</Button>
      </div>
      {problem && (
        <p id={problemId} role="alert" className={styles.problem}>
          <Icon name="err" size={14} />
          <span>
            <code>{draft.slice(problem.at, problem.at + problem.length)}</code> {problem.message}
          </span>
        </p>
      )}
    </form>
  );
}
