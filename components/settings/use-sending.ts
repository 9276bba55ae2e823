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
  /** Resolves to the refusal, or undefined when it succeeded. */
  send(work: () => Promise<Answer>): Promise<ErrorBody | undefined>;
}

/** Sends the request of a dialog, and whether it is in progress. */
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

/** Focuses the first invalid field of a refused form, once it is rendered. */
export function focusInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
