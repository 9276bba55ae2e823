'use client';

import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { titleOf } from '@/components/pipeline-text/step-title';
import { CategoryIcon } from '@/components/ui/category';
import { clsx } from '@/components/ui/clsx';
import { Input } from '@/components/ui/input';
import { listTarget } from '@/components/ui/list-navigation';
import { patch } from '@/components/ui/observable';
import { addAction } from '../commands/add-step';
import { focusAddedStep } from '../commands/first-field';
import { focusRequest } from '../inspector/focus-field';
import type { PickerRequest } from '../model/interaction';
import { rankActions } from '../palette/match';
import type { EditorSession } from '../session';
import { useDescriptors, useInteraction, useSession } from '../use-editor';
import styles from './action-picker.module.css';

/** Chooses an action for a place on the canvas, by search text, arrow keys and Enter. */
export function ActionPicker() {
  const session = useSession();
  const request = useInteraction((interaction) => interaction.picker);
  const close = () => patch(session.interaction, { picker: undefined });
  return (
    <Radix.Root open={request !== undefined} onOpenChange={(open) => !open && close()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={styles.picker}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A field of the added step receives the focus once it is rendered, or has it already.
            if (focusRequest.get() !== undefined || document.activeElement !== document.body) return;
            const view = session.view.get();
            // On small screens the outline is the whole editor.
            if (view === undefined) session.panels.get()?.focusLeft();
            else view.focus(session.store.getState().selection.steps[0]);
          }}
        >
          <Radix.Title className={styles.heading}>
            {request === undefined ? '' : headingOf(request, session)}
          </Radix.Title>
          {request !== undefined && <Choices request={request} onClose={close} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ChoicesProps {
  request: PickerRequest;
  onClose: () => void;
}

function Choices({ request, onClose }: ChoicesProps) {
  const session = useSession();
  const { all } = useDescriptors();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const actions = useMemo(() => rankActions(all, query), [all, query]);
  // Scrolling of the list follows the keyboard.
  useEffect(() => {
    list.current?.querySelector(`[data-index="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const pick = (index: number) => {
    const action = actions[index];
    if (action === undefined) return;
    onClose();
    addAction(session, action, request);
  };
  const pickByMouse = (index: number) => {
    pick(index);
    focusAddedStep(session);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = listTarget(event.key, { at: chosen, count: actions.length, inText: true, wraps: true });
    if (target !== undefined) {
      event.preventDefault();
      setChosen(target);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      pick(chosen);
    }
  };
  return (
    <>
      <Input
        icon="search"
        soft
        placeholder="Search actions"
        aria-label="Search actions"
        role="combobox"
        aria-expanded
        aria-controls="action-choices"
        aria-activedescendant={`action-choice-${chosen}`}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id="action-choices" role="listbox" aria-label="Actions" className={styles.list}>
        {actions.map((action, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field above handles the keys of the list.
          <div
            key={action.type}
            id={`action-choice-${index}`}
            data-index={index}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={clsx(styles.choice, index === chosen && styles.chosen)}
            onMouseMove={() => setChosen(index)}
            onClick={() => pickByMouse(index)}
          >
            <CategoryIcon category={action.category} icon={action.icon} />
            <span className={styles.words}>
              <span className={styles.title}>{action.title}</span>
              <span className={styles.description}>{action.description}</span>
            </span>
            <code className={styles.type}>{action.type}</code>
          </div>
        ))}
        {actions.length === 0 && <p className={styles.none}>No actions match “{query}”</p>}
      </div>
    </>
  );
}

function headingOf({ after, edge }: PickerRequest, { store, descriptors }: EditorSession): string {
  const title = (id: string) => titleOf(store.getState().document, id, descriptors);
  if (edge !== undefined) return `Insert between ${title(edge.from)} and ${title(edge.to)}`;
  if (after === undefined) return 'Add step';
  const handle = after.handle === undefined || after.handle === 'out' ? '' : `, when ${after.handle}`;
  return `Add after ${title(after.id)}${handle}`;
}
