'use client';

import { useState } from 'react';
import type { Answer, ErrorBody } from '@/lib/contracts/errors';

const UNREACHABLE: ErrorBody = {
  code: 'unavailable',
  message:
    'The server cannot be reached. Your input is kept. Check that the server is running, then try again.',
};

/** One request of a dialog. */
export interface Sending {
  readonly isBusy: boolean;
  /** Answers with the refusal, or undefined when it was done. */
  send(work: () => Promise<Answer>): Promise<ErrorBody | undefined>;
}

/** Sends what a dialog asks for, and knows while it is under way. */
export function useSending(): Sending {
  const [isBusy, setIsBusy] = useState(false);

  async function send(work: () => Promise<Answer>) {
    setIsBusy(true);
    try {
      const answer = await work();
      return answer.ok ? undefined : answer.error;
    } catch {
      return UNREACHABLE;
    } finally {
      setIsBusy(false);
    }
  }

  return { isBusy, send };
}

/** Puts the focus into the first field of a form that was refused, once that is drawn. */
export function focusInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
