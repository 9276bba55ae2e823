import { useEffect, useRef } from 'react';
import { clsx } from '@/components/ui/clsx';
import { patch } from '@/components/ui/observable';
import type { StepDocument } from '@/engine';
import { setStepField } from '../model/edits';
import { useSession } from '../use-editor';
import styles from './step-node.module.css';

export interface CardTitleInputProps {
  step: StepDocument;
  title: string;
}

/** The title of a card while it is being changed. Enter keeps it, Esc does not. */
export function CardTitleInput({ step, title }: CardTitleInputProps) {
  const session = useSession();
  const input = useRef<HTMLInputElement>(null);
  // Focus of the page: the keyboard goes on in the field that F2 has opened.
  useEffect(() => input.current?.select(), []);
  const finish = (keep: boolean) => {
    const text = input.current?.value.trim() ?? '';
    patch(session.interaction, { renaming: undefined });
    session.view.get()?.focus(step.id);
    if (!keep || text === title) return;
    session.store.edit(`Rename ${step.id}`, (document) =>
      setStepField(document, step.id, 'name', text === '' ? undefined : text),
    );
  };
  return (
    <input
      ref={input}
      className={clsx(styles.rename, 'nodrag nopan')}
      aria-label={`Title of ${step.id}`}
      defaultValue={title}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') finish(true);
        if (event.key === 'Escape') finish(false);
      }}
    />
  );
}
