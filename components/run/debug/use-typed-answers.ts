import { useState } from 'react';
import { type OpenPause, pauseKey } from '@/components/run-state/pauses';
import type { JsonObject } from '@/engine';
import { NO_EDITS, type PauseDraft } from './pause-draft';

/** What a person has typed for one pause. */
export interface TypedAnswer {
  readonly pause: OpenPause;
  /** Edits of the inputs, as typed. */
  readonly draft: PauseDraft;
  /** The edited inputs, by name; undefined when none was changed. */
  readonly edited: JsonObject | undefined;
  /** What is wrong with an edit, with its place. */
  readonly problem: string | undefined;
  /** An output as JSON; undefined until one was typed. */
  readonly output: string | undefined;
  /** Why the step fails. */
  readonly message: string;
}

type ByPause = ReadonlyMap<string, TypedAnswer>;

/** Keeps what is typed for the pauses of a run until it is sent. Another run has its own. */
export function useTypedAnswers(runId: string | undefined) {
  const [kept, setKept] = useState<{ readonly of: string | undefined; readonly by: ByPause }>();
  const by: ByPause = kept !== undefined && kept.of === runId ? kept.by : new Map();
  const change = (next: (before: Map<string, TypedAnswer>) => void) =>
    setKept((before) => {
      const after = new Map(before?.of === runId ? before?.by : []);
      next(after);
      return { of: runId, by: after };
    });
  return {
    all: [...by.values()],
    of: (pause: OpenPause): TypedAnswer => by.get(pauseKey(pause)) ?? nothingTyped(pause),
    type(pause: OpenPause, part: Partial<TypedAnswer>) {
      const key = pauseKey(pause);
      change((map) => map.set(key, { ...(map.get(key) ?? nothingTyped(pause)), ...part }));
    },
    forget: (pause: OpenPause) => change((map) => map.delete(pauseKey(pause))),
  };
}

function nothingTyped(pause: OpenPause): TypedAnswer {
  return { pause, draft: NO_EDITS, edited: undefined, problem: undefined, output: undefined, message: '' };
}
