'use client';

import { useMemo, useState } from 'react';
import type { Declarations } from '@/components/params/param-drafts';
import { useSending } from '@/components/settings/use-sending';
import type { TriggerDetail, TriggerInput, TriggerType } from '@/lib/contracts/triggers';
import { useEditor } from '../use-editor';
import { type DraftKey, dropTriggerDraft, keepTriggerDraft, readKeptTriggerDraft } from './model/kept-drafts';
import { undeclaredNames } from './model/param-drafts';
import { problemsOfRefusal, readTriggerDraft, type TriggerProblems } from './model/read-draft';
import { draftOfTrigger, newDraft, type TriggerDraft } from './model/trigger-draft';
import { ownZone } from './model/zones';
import { useTriggerServices } from './trigger-services';

/** State of the form of a trigger. */
export interface TriggerForm {
  readonly draft: TriggerDraft;
  change(part: Partial<TriggerDraft>): void;
  /** Problems by field. */
  readonly problems: TriggerProblems;
  /** Clears the problems of edited fields. */
  touch(...fields: readonly string[]): void;
  /** Message of the server without a field. */
  readonly refusal: string | undefined;
  readonly isBusy: boolean;
  /** Whether there are unsaved changes. */
  readonly isDirty: boolean;
  /** Whether it started with the stored draft of an earlier visit. */
  readonly isRestored: boolean;
  readonly declarations: Declarations;
  /** Stored params that the pipeline no longer declares. */
  readonly undeclared: readonly string[];
  /** Resets the form to the stored trigger, or to an empty form. */
  startOver(): void;
  /** Discards the draft. */
  discard(): void;
  /** Sends the form. Resolves to false when it has problems; typed values stay. */
  submit(): Promise<boolean>;
}

const NO_PARAMS: Declarations = {};

/** State of the form that adds or changes a trigger. */
export function useTriggerForm(options: {
  type: TriggerType;
  trigger: TriggerDetail | undefined;
  onSaved: (trigger: TriggerDetail) => void;
}): TriggerForm {
  const { type, trigger, onSaved } = options;
  const { pipelineId, actions } = useTriggerServices();
  const declarations = useEditor((state) => state.document.params) ?? NO_PARAMS;
  const { isBusy, send } = useSending();
  const [first] = useState(() =>
    trigger === undefined
      ? newDraft(type, declarations, ownZone())
      : draftOfTrigger(trigger, declarations, ownZone()),
  );
  const key = useMemo<DraftKey>(
    () => ({ pipelineId, trigger: trigger === undefined ? { type } : { id: trigger.id } }),
    [pipelineId, trigger, type],
  );
  const [kept] = useState(() => readKeptTriggerDraft(key, first));
  const [draft, setDraft] = useState(kept ?? first);
  const [isRestored, setIsRestored] = useState(kept !== undefined);
  const [problems, setProblems] = useState<TriggerProblems>({});
  const [refusal, setRefusal] = useState<string>();

  function change(part: Partial<TriggerDraft>) {
    const next = { ...draft, ...part };
    setDraft(next);
    setRefusal(undefined);
    if (isSame(next, first)) dropTriggerDraft(key);
    else keepTriggerDraft(key, next);
    if ('name' in part) touch('name');
  }

  function touch(...fields: readonly string[]) {
    setProblems((all) =>
      Object.fromEntries(Object.entries(all).filter(([field]) => !fields.includes(field))),
    );
  }

  async function submit() {
    if (isBusy) return true;
    const read = readTriggerDraft(draft, declarations);
    setProblems(read.ok ? {} : read.problems);
    setRefusal(undefined);
    return read.ok ? store(read.trigger) : false;
  }

  async function store(input: TriggerInput) {
    const refused = await send(async () => {
      const answer =
        trigger === undefined
          ? await actions.add({ pipelineId, trigger: input })
          : await actions.change({ id: trigger.id, trigger: input });
      if (answer.ok) {
        dropTriggerDraft(key);
        onSaved(answer.trigger);
      }
      return answer;
    });
    if (refused === undefined) return true;
    const { fields, message } = problemsOfRefusal(refused, (field) => isShown(field, declarations));
    setProblems(fields);
    setRefusal(message);
    return false;
  }

  return {
    draft,
    change,
    problems,
    touch,
    refusal,
    isBusy,
    isDirty: !isSame(draft, first),
    isRestored,
    declarations,
    undeclared: trigger === undefined ? [] : undeclaredNames(declarations, trigger.params),
    startOver() {
      setDraft(first);
      setIsRestored(false);
      setProblems({});
      dropTriggerDraft(key);
    },
    discard: () => dropTriggerDraft(key),
    submit,
  };
}

/** Drafts are plain JSON, created by the same function in the same order. */
function isSame(one: TriggerDraft, other: TriggerDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const FIELDS = [
  'name',
  'config.cron',
  'config.time_zone',
  'config.every_seconds',
  'config.from',
  'config.at',
  'config.signature.header',
  'config.signature.prefix',
  'config.signature.secret',
  'config.header.name',
  'config.header.secret',
  'config.reply_timeout_seconds',
  'config.pipeline_id',
  'config.statuses',
];

/** Whether the form shows the problems of a field. */
function isShown(field: string, declarations: Declarations): boolean {
  const [first, name = ''] = field.split('.');
  return first === 'params' ? Object.hasOwn(declarations, name) : FIELDS.includes(field);
}
