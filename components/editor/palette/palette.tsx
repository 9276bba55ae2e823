'use client';

import { useMemo, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { Kbd } from '@/components/ui/kbd';
import { useListNavigation } from '@/components/ui/list-navigation';
import type { ActionDescriptor } from '@/engine';
import { dragAction } from '../canvas/drag-action';
import { addAction, requestForSelection } from '../commands/add-step';
import { focusAddedStep } from '../commands/first-field';
import { useDescriptors, useInteraction, useSession } from '../use-editor';
import { groupActions } from './match';
import styles from './palette.module.css';

/** Every action, to add after the selection with a click or Enter, or to drag onto the canvas. */
export function Palette() {
  const session = useSession();
  const { all } = useDescriptors();
  const [query, setQuery] = useState('');
  // A previewed version covers the draft: an added step would not be visible.
  const isPreview = useInteraction(({ version }) => version !== undefined);
  const isReadOnly = session.readOnly || isPreview;
  const { list, onKeyDown } = useListNavigation<HTMLDivElement>('[data-action]');
  const groups = useMemo(() => groupActions(all, query), [all, query]);
  const add = (action: ActionDescriptor) => {
    if (isReadOnly) return;
    addAction(session, action, requestForSelection(session));
    focusAddedStep(session);
  };
  return (
    <div className={styles.palette}>
      <div className={styles.search}>
        <Input
          size="sm"
          soft
          icon="search"
          placeholder={`Search ${all.length} actions`}
          aria-label="Search actions"
          data-palette-search
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          trailing={<Kbd>A</Kbd>}
          onKeyDown={(event) => {
            onKeyDown(event);
            if (event.key === 'Escape') setQuery('');
            const first = groups[0]?.actions[0];
            if (event.key === 'Enter' && first !== undefined) add(first);
          }}
        />
      </div>
      <div ref={list} className={styles.list}>
        {groups.map(({ category, title, actions }) => (
          <section key={category} data-category={category} aria-label={title}>
            <h2 className={styles.heading}>
              {title}
              <span className={styles.number}>{actions.length}</span>
            </h2>
            <ul>
              {actions.map((action) => (
                <li key={action.type}>
                  <button
                    type="button"
                    className={styles.row}
                    data-action={action.type}
                    draggable={!isReadOnly}
                    title={`${action.description} Click to add it after the selection, or drag it.`}
                    onDragStart={(event) => dragAction(event, action)}
                    onClick={({ detail }) => {
                      // The second click of a double click: the step was added by the first.
                      if (detail < 2) add(action);
                    }}
                    onKeyDown={(event) => {
                      onKeyDown(event);
                      if (event.key !== 'Enter') return;
                      event.preventDefault();
                      add(action);
                    }}
                  >
                    <Icon name={action.icon} className={styles.icon} />
                    <span className={styles.title}>{action.title}</span>
                    <span className={styles.enter}>Enter</span>
                    <Icon name="plus" size={14} className={styles.plus} />
                    {action.aliases[0] !== undefined && (
                      <span className={styles.alias}>{action.aliases[0]}</span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && <p className={styles.none}>No actions match “{query}”</p>}
      </div>
    </div>
  );
}
