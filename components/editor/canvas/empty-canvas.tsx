'use client';

import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { UNTITLED } from '@/engine';
import { starters } from '@/lib/starters';
import { addAfter } from '../commands/add-step';
import { announce } from '../commands/command';
import { useCommandContext } from '../use-commands';
import { useSession } from '../use-editor';
import styles from './empty-canvas.module.css';

/** What an empty pipeline offers: three real ones to begin with, or the first step. */
export function EmptyCanvas() {
  const session = useSession();
  const context = useCommandContext();
  const begin = (key: string) => {
    const starter = starters.find((candidate) => candidate.key === key);
    if (starter === undefined) return;
    session.store.edit(`Start from ${starter.title}`, (document) => {
      const { name, ...rest } = starter.document;
      const isNamed = document.name !== undefined && document.name !== UNTITLED;
      return { name: isNamed ? document.name : name, ...rest };
    });
    announce(session, `Added ${starter.title}: ${starter.document.steps.length} steps.`);
    requestAnimationFrame(() => session.view.get()?.fit());
  };
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>Add a step or start from a template</h2>
      <ul className={styles.starters}>
        {starters.map(({ key, title, description, document }) => (
          <li key={key}>
            <button type="button" className={styles.starter} onClick={() => begin(key)}>
              <b>{title}</b>
              <span>{description}</span>
              <span className={styles.count}>{document.steps.length} steps</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>
        <Button icon="plus" onClick={() => addAfter.run(context)}>
          Add step
        </Button>
        <span>
          or press <Kbd>A</Kbd>, drag an action from the palette, or paste JSON with <Kbd>Ctrl+V</Kbd>
        </span>
      </p>
    </div>
  );
}
