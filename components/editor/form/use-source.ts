'use client';

import { useCallback, useRef, useState } from 'react';
import type { Json } from '@/engine';
import { focusSoon } from '../inspector/focus-field';
import { useEditor, useEditorStore } from '../use-editor';
import { closeBraces } from './close-braces';
import type { FormField } from './fields';
import { useFormScope } from './form-context';
import { holdsTemplate, type Source, sourceOf, switchSource } from './sources';
import { textOf } from './text';
import { isSwitchable } from './widgets';

/** A source that a person chose, valid while the value is unchanged. */
interface Choice {
  readonly source: Source;
  readonly over: Json | undefined;
  /** Text was written for this source; until then the document contains the other. */
  readonly written: boolean;
}

/** The shown source, value or expression; switching keeps the other one. */
export function useSource(
  field: FormField,
  path: string,
  value: Json | undefined,
  onChange: (value: Json | undefined, at: string) => void,
) {
  const store = useEditorStore();
  const { stepId, expressions } = useFormScope();
  const alternateKey = `${stepId ?? ''}.${path}`;
  const kept = useEditor((state) => state.alternates[alternateKey]);
  // Set while the document still contains the other source; reset as soon as text is written.
  const [chosen, setChosen] = useState<Choice>();
  const focusAt = useRef<number>(undefined);
  const switchable = expressions && isSwitchable(field.schema);
  const actual = switchable ? sourceOf(value) : 'value';
  const pending =
    chosen !== undefined && !chosen.written && chosen.source !== actual && chosen.over === value;
  const source = pending ? chosen.source : chosenOrActual(chosen, actual, value);

  const switchTo = useCallback(
    (to: Source) => {
      const change = switchSource(to, value, kept);
      if (change.keep !== undefined) store.setAlternate(alternateKey, change.keep);
      focusAt.current = to === 'expression' ? textOf(change.write).length : undefined;
      if (to === 'value') focusSoon(path);
      if (change.write === undefined) setChosen({ source: to, over: value, written: false });
      else {
        setChosen(undefined);
        onChange(change.write, path);
      }
    },
    [value, kept, store, alternateKey, onChange, path],
  );
  const write = (next: Json | undefined, at: string) => {
    // A template typed into a value field makes it an expression; the cursor moves along, and the braces are
    // closed.
    if (source === 'value' && switchable && holdsTemplate(next)) {
      focusAt.current = cursorOffset(next.length);
      setChosen(undefined);
      onChange(closeBraces(next, focusAt.current), at);
      return;
    }
    setChosen(source === 'expression' ? { source, over: next, written: true } : undefined);
    onChange(next, at);
  };
  const shown = pending ? undefined : value;
  return {
    source,
    switchable,
    pending: pending && value !== undefined,
    shown,
    switchTo,
    write,
    /** Takes an expression as the whole value; undefined where the field cannot hold one. */
    take: switchable ? (template: string) => write(template, path) : undefined,
    focusAt: focusAt.current,
  };
}

/** Braces may be temporarily incomplete while an expression is typed; the field must not switch. */
function chosenOrActual(chosen: Choice | undefined, actual: Source, value: Json | undefined): Source {
  if (chosen === undefined || chosen.over !== value) return actual;
  return typeof value === 'string' || value === undefined ? chosen.source : actual;
}

function cursorOffset(fallback: number): number {
  const active = document.activeElement;
  const isText = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
  return (isText ? active.selectionStart : null) ?? fallback;
}
