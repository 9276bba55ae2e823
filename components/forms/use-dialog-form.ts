'use client';

import { type FormEvent, useId, useState } from 'react';
import type { Answer, ErrorBody } from '@/lib/contracts/errors';
import { focusInvalid, useSending } from '../settings/use-sending';
import type { FormProblems } from './form-problems';

/** What a draft means: the input of a request, or what is wrong with it. */
export type ReadDraft<I> = { readonly input: I } | { readonly problems: FormProblems };

export interface DialogFormOptions<D extends object, I> {
  /** The values at first. */
  readonly first: D;
  readonly read: (draft: D) => ReadDraft<I>;
  readonly send: (input: I) => Promise<Answer>;
  /** Called with what was sent, once it succeeded. */
  readonly onDone: (input: I) => void;
  /** Closes the dialog. */
  readonly onClose: () => void;
  /** Fields that a refusal belongs to. @default none: it is shown below the fields */
  readonly problemsOfRefusal?: (refusal: ErrorBody) => FormProblems;
}

/** The state of a dialog with a form. Typed values stay until they are sent or discarded. */
export interface DialogForm<D extends object> {
  readonly id: string;
  readonly draft: D;
  readonly problems: FormProblems;
  readonly isBusy: boolean;
  /** Whether a person is asked to discard what was typed. */
  readonly isLeaving: boolean;
  change(part: Partial<D>): void;
  /** Shows problems that something else found, and focuses the first. */
  show(problems: FormProblems): void;
  /** Closes an unchanged form; asks before a changed one is closed. */
  leave(): void;
  stay(): void;
  discard(): void;
  submit(event: FormEvent<HTMLFormElement>): void;
}

/** A form in a dialog: its draft, its problems and its request. */
export function useDialogForm<D extends object, I>(options: DialogFormOptions<D, I>): DialogForm<D> {
  const { read, onDone, onClose } = options;
  const id = useId();
  const { isBusy, send } = useSending();
  const [first] = useState(options.first);
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<FormProblems>({});
  const [isLeaving, setIsLeaving] = useState(false);

  function show(found: FormProblems) {
    setProblems(found);
    const form = document.getElementById(id);
    if (form instanceof HTMLFormElement) focusInvalid(form);
  }

  async function submit() {
    if (isBusy) return;
    const meant = read(draft);
    if ('problems' in meant) return show(meant.problems);
    const refusal = await send(() => options.send(meant.input));
    if (!refusal) return onDone(meant.input);
    show(options.problemsOfRefusal?.(refusal) ?? { all: refusal.message });
  }

  return {
    ...{ id, draft, problems, isBusy, isLeaving, show },
    change(part) {
      setDraft({ ...draft, ...part });
      setProblems({});
    },
    leave() {
      if (isBusy) return;
      if (isSame(draft, first)) onClose();
      else setIsLeaving(true);
    },
    stay: () => setIsLeaving(false),
    discard: onClose,
    submit(event) {
      event.preventDefault();
      void submit();
    },
  };
}

/** Drafts are flat: texts, choices and switches. */
function isSame<D extends object>(one: D, other: D): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
