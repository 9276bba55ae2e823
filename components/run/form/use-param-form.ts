'use client';

import { useState } from 'react';
import {
  type Declarations,
  NO_PROBLEMS,
  type ParamDrafts,
  type ParamProblems,
  readDrafts,
  sortProblems,
} from '@/components/params/param-drafts';
import { NO_ANSWER } from '@/components/run-state/no-answer';
import type { Diagnostic, Json } from '@/engine';
import type { ErrorBody } from '@/lib/contracts/errors';
import type { StartResult } from '@/lib/contracts/runs';

/** State of a form of declared params. */
export interface ParamForm {
  readonly drafts: ParamDrafts;
  setDrafts(drafts: ParamDrafts): void;
  readonly problems: ParamProblems;
  /** Why the run was refused; undefined when it was not. */
  readonly refusal: string | undefined;
  readonly isSending: boolean;
  /** Sends the form. Typed values stay, whatever the response. */
  submit(): void;
}

/** State of a form that starts a run. */
export function useParamForm(options: {
  declarations: Declarations;
  initial: () => ParamDrafts;
  send: (params: Record<string, Json>, drafts: ParamDrafts) => Promise<StartResult>;
  onStarted: (run: { id: string; number: number }) => void;
}): ParamForm {
  const { declarations, initial, send, onStarted } = options;
  const [drafts, setDrafts] = useState(initial);
  const [problems, setProblems] = useState<ParamProblems>(NO_PROBLEMS);
  const [refusal, setRefusal] = useState<string>();
  const [isSending, setSending] = useState(false);

  function refuse(error: ErrorBody) {
    const sorted = sortProblems(asDiagnostics(error.details), declarations);
    setProblems(sorted);
    const isAtFieldsOnly = sorted.others.length === 0 && Object.keys(sorted.fields).length > 0;
    setRefusal(isAtFieldsOnly ? undefined : error.message);
  }

  async function start(params: Record<string, Json>) {
    setSending(true);
    try {
      const result = await send(params, drafts);
      if (result.ok) onStarted({ id: result.id, number: result.number });
      else refuse(result.error);
    } catch {
      setRefusal(NO_ANSWER);
    }
    setSending(false);
  }

  async function submit() {
    if (isSending) return;
    const read = readDrafts(declarations, drafts);
    setProblems(read.ok ? NO_PROBLEMS : read.problems);
    setRefusal(read.ok || read.problems.others.length === 0 ? undefined : 'Some values are invalid.');
    if (read.ok) await start(read.params);
  }

  return { drafts, setDrafts, problems, refusal, isSending, submit: () => void submit() };
}

/** Details of a refused start are diagnostics by contract; other details are ignored. */
function asDiagnostics(details: unknown): Diagnostic[] {
  return Array.isArray(details) ? details.filter(isDiagnostic) : [];
}

function isDiagnostic(value: unknown): value is Diagnostic {
  return (
    typeof value === 'object' && value !== null && 'path' in value && 'message' in value && 'code' in value
  );
}
