'use client';

import Link from 'next/link';
import { useState } from 'react';
import { groupActions } from '../editor/palette/match';
import { PageHeader } from '../shell/page-header';
import { CategoryIcon } from '../ui/category';
import { EmptyState } from '../ui/empty-state';
import { useListNavigation } from '../ui/list-navigation';
import { ActionSearch } from './action-search';
import styles from './catalogue.module.css';
import { actionHref, type CatalogueEntry } from './entry';

export interface CatalogueProps {
  entries: readonly CatalogueEntry[];
}

/** All actions by category. */
export function Catalogue({ entries }: CatalogueProps) {
  const [query, setQuery] = useState('');
  const { list, onKeyDown, first } = useListNavigation<HTMLDivElement>('a[href]', { sideways: true });
  const groups = groupActions(entries, query);
  return (
    <>
      <PageHeader
        title="Actions"
        actions={
          <ActionSearch
            count={entries.length}
            query={query}
            onQuery={setQuery}
            onKeyDown={onKeyDown}
            onEnter={() => first()?.click()}
            className={styles.search}
          />
        }
      >
        Actions that steps can run. Every spelling listed on a card is accepted.
      </PageHeader>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys only move the focus between the links in it. */}
      <div ref={list} onKeyDown={onKeyDown}>
        {groups.map(({ category, title, actions }) => (
          <section key={category} data-category={category} className={styles.group} aria-label={title}>
            <h2 className={styles.heading}>
              {title}
              <span className={styles.number}>{actions.length}</span>
            </h2>
            <ul className={styles.cards}>
              {actions.map((action) => (
                <li key={action.type}>
                  <ActionCard action={action} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {groups.length === 0 && (
        <EmptyState icon="search" title={`No actions match “${query}”`}>
          Search by title, description or action type.
        </EmptyState>
      )}
    </>
  );
}

function ActionCard({ action }: { action: CatalogueEntry }) {
  const { type, aliases, title, description, icon, category } = action;
  return (
    <Link href={actionHref(type)} className={styles.card}>
      <CategoryIcon category={category} icon={icon} size="md" />
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        <span className={styles.description}>{description}</span>
        <span className={styles.types}>{[type, ...aliases].join(' · ')}</span>
      </span>
    </Link>
  );
}
