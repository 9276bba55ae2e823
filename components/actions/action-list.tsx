'use client';

import Link from 'next/link';
import { useState } from 'react';
import { groupActions } from '../editor/palette/match';
import { Icon } from '../ui/icon';
import { useListNavigation } from '../ui/list-navigation';
import styles from './action-list.module.css';
import { ActionSearch } from './action-search';
import { actionHref, type CatalogueEntry } from './entry';

export interface ActionListProps {
  entries: readonly CatalogueEntry[];
  /** Type of the action whose page this is. */
  current?: string;
}

/** The catalogue beside one of its pages. */
export function ActionList({ entries, current }: ActionListProps) {
  const [query, setQuery] = useState('');
  const { list, onKeyDown, first } = useListNavigation<HTMLElement>('a[href]', { sideways: true });
  const groups = groupActions(entries, query);
  return (
    <aside className={styles.side} aria-label="Catalogue">
      <div className={styles.search}>
        <ActionSearch
          count={entries.length}
          query={query}
          onQuery={setQuery}
          onKeyDown={onKeyDown}
          onEnter={() => first()?.click()}
        />
      </div>
      <nav ref={list} aria-label="Actions" className={styles.list} onKeyDown={onKeyDown}>
        {groups.map(({ category, title, actions }) => (
          <section key={category} data-category={category} aria-label={title}>
            <h2 className={styles.heading}>
              {title}
              <span className={styles.number}>{actions.length}</span>
            </h2>
            <ul>
              {actions.map((action) => (
                <li key={action.type}>
                  <Link
                    href={actionHref(action.type)}
                    className={styles.row}
                    aria-current={action.type === current ? 'page' : undefined}
                  >
                    <Icon name={action.icon} className={styles.icon} />
                    {action.title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && <p className={styles.none}>No actions match “{query}”</p>}
      </nav>
    </aside>
  );
}
