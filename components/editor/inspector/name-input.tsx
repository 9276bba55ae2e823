'use client';

import { useState } from 'react';
import { Input } from '@/components/ui/input';
import styles from './pipeline-inspector.module.css';

export interface NameInputProps {
  id?: string;
  label: string;
  name: string;
  /** Why a name cannot be taken. */
  refuse: (name: string) => string | undefined;
  onRename: (name: string) => void;
}

/** A name that others refer to: written when it is finished, never half-typed. Make it anew when the name changes. */
export function NameInput({ id, label, name, refuse, onRename }: NameInputProps) {
  const [typed, setTyped] = useState(name);
  const refused = refuse(typed.trim());
  const commit = () => {
    if (refused === undefined && typed.trim() !== name) onRename(typed.trim());
    else setTyped(name);
  };
  return (
    <>
      <Input
        id={id}
        size="sm"
        mono
        aria-label={label}
        invalid={refused !== undefined}
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setTyped(name);
        }}
      />
      {refused !== undefined && (
        <span className={styles.refused} role="status">
          {refused}
        </span>
      )}
    </>
  );
}
