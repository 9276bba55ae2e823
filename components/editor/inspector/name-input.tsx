'use client';

import { useState } from 'react';
import { Input } from '@/components/ui/input';
import type { PipelineDocument } from '@/engine';
import { uniqueId } from '../model/step-ids';
import styles from './pipeline-inspector.module.css';

export interface NameInputProps {
  id?: string;
  label: string;
  name: string;
  /** Why a name is refused; undefined when it is valid. */
  refuse: (name: string) => string | undefined;
  onRename: (name: string) => void;
}

/** A name that other values refer to. It is written on completion, not while typing. */
export function NameInput({ id, label, name, refuse, onRename }: NameInputProps) {
  const [typed, setTyped] = useState(name);
  const [shown, setShown] = useState(name);
  // A name that changed elsewhere, such as by undo, replaces the typed one. The input and its focus stay.
  if (shown !== name) {
    setShown(name);
    setTyped(name);
  }
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

const PARAM_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Why a declared param cannot have a name, as a sentence; undefined when it can. */
export function refuseParamName(
  document: PipelineDocument,
  current: string,
  next: string,
): string | undefined {
  if (next === current) return undefined;
  if (next === '') return 'Enter a parameter name.';
  if (!PARAM_NAME.test(next))
    return `“${next}” is not a valid parameter name. Use letters, digits and _, starting with a letter.`;
  if (Object.hasOwn(document.params ?? {}, next)) return `The parameter ${next} already exists.`;
  return undefined;
}

/** An unused name for a declared param. */
export function newParamName(document: PipelineDocument): string {
  return uniqueId('param', new Set(Object.keys(document.params ?? {})));
}

/** The object with one key moved by some places. */
export function moveKey<T>(object: Readonly<Record<string, T>>, key: string, by: number): Record<string, T> {
  const entries = Object.entries(object);
  const from = entries.findIndex(([name]) => name === key);
  const to = from + by;
  const [entry] = entries.slice(from, from + 1);
  if (from < 0 || to < 0 || to >= entries.length || entry === undefined) return { ...object };
  const rest = entries.filter((_, index) => index !== from);
  return Object.fromEntries([...rest.slice(0, to), entry, ...rest.slice(to)]);
}
