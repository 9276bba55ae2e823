'use client';

import { useSyncExternalStore } from 'react';
import { createListeners } from '@/components/ui/observable';

const KEY = 'pipewright.output-forms';

/** Outputs whose form is remembered, the ones chosen last. */
const MOST = 200;

const changes = createListeners();

/** The text that was read last, for browsers without storage and for stable snapshots. */
let here = '[]';

/** The form in which a person last looked at an output; it is stored in the browser. */
export function useRememberedForm(
  output: string,
): readonly [form: string | undefined, set: (form: string) => void] {
  const text = useSyncExternalStore(changes.add, read, () => '[]');
  const form = entriesOf(text).find(([name]) => name === output)?.[1];
  return [form, (next) => write(output, next)];
}

function read(): string {
  try {
    return window.localStorage.getItem(KEY) ?? here;
  } catch {
    // Storage is disabled.
    return here;
  }
}

function write(output: string, form: string): void {
  const others = entriesOf(read()).filter(([name]) => name !== output);
  here = JSON.stringify([[output, form], ...others].slice(0, MOST));
  try {
    window.localStorage.setItem(KEY, here);
  } catch {
    // Storage is full or disabled: the choice lasts until the page is left.
  }
  changes.notify();
}

type Entry = readonly [output: string, form: string];

/** What another version or a person wrote there is ignored. */
function entriesOf(text: string): Entry[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    // Not JSON.
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
