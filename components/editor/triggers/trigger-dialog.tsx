'use client';

import { type FormEvent, useId, useState } from 'react';
import { focusInvalid } from '@/components/settings/use-sending';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import type { TriggerDetail, TriggerType } from '@/lib/contracts/triggers';
import { FinishedFields } from './finished-fields';
import { TRIGGER_TYPES_SHOWN } from './model/looks';
import type { TriggerDraft } from './model/trigger-draft';
import { ParamSection } from './param-section';
import { ScheduleFields } from './schedule-fields';
import { TriggerAside } from './trigger-aside';
import styles from './trigger-dialog.module.css';
import { useTriggerForm } from './use-trigger-form';
import { WebhookFields } from './webhook-fields';

export interface TriggerDialogProps {
  type: TriggerType;
  /** The trigger to change; undefined adds a new one. */
  trigger?: TriggerDetail;
  onClose: () => void;
  onSaved: (trigger: TriggerDetail) => void;
}

/** Adds or changes a trigger. Typed values are stored until they are saved or discarded. */
export function TriggerDialog({ type, trigger, onClose, onSaved }: TriggerDialogProps) {
  const formId = useId();
  const form = useTriggerForm({ type, trigger, onSaved });
  const [isLeaving, setIsLeaving] = useState(false);
  const { draft, problems } = form;
  const { word, about } = TRIGGER_TYPES_SHOWN[type];
  const shared = { problems, onTouch: form.touch };

  function leave() {
    if (form.isBusy) return;
    if (form.isDirty) setIsLeaving(true);
    else onClose();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (!(await form.submit())) focusInvalid(element);
  }

  return (
    <Dialog
      open
      onOpenChange={leave}
      size="lg"
      title={trigger === undefined ? `Add trigger: ${word.toLowerCase()}` : `Edit ${trigger.name}`}
      description={about}
      footer={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={form.isBusy}>
            {trigger === undefined ? 'Add trigger' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        autoComplete="off"
        className={styles.form}
        onSubmit={(event) => void submit(event)}
      >
        <div className={styles.fields}>
          {form.isRestored && (
            <Notice status="pinned" icon="history" title="Your unsaved input was restored.">
              <Button size="sm" onClick={form.startOver}>
                Start over
              </Button>
            </Notice>
          )}
          {form.refusal && <Notice status="failed" alert title={form.refusal} />}
          <TriggerNameField draft={draft} onChange={(name) => form.change({ name })} error={problems.name} />
          {type === 'schedule' && (
            <ScheduleFields
              {...shared}
              draft={draft.schedule}
              onChange={(part) => form.change({ schedule: { ...draft.schedule, ...part } })}
            />
          )}
          {type === 'webhook' && (
            <WebhookFields
              {...shared}
              draft={draft.webhook}
              onChange={(part) => form.change({ webhook: { ...draft.webhook, ...part } })}
            />
          )}
          {type === 'pipeline_finished' && (
            <FinishedFields
              {...shared}
              draft={draft.finished}
              sourceName={trigger?.sourceName ?? null}
              onChange={(part) => form.change({ finished: { ...draft.finished, ...part } })}
            />
          )}
          <ParamSection
            {...shared}
            type={type}
            declarations={form.declarations}
            undeclared={form.undeclared}
            drafts={draft.params}
            isFromCall={draft.isFromCall}
            onFromCall={(isFromCall) => form.change({ isFromCall })}
            onChange={(params) => form.change({ params })}
            triggerId={trigger?.id}
          />
        </div>
        <TriggerAside draft={draft} path={trigger?.path ?? undefined} />
      </form>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setIsLeaving}
        title="Discard changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={() => {
          form.discard();
          onClose();
        }}
      >
        <p>
          {trigger === undefined ? 'The trigger has not been added.' : 'The changes have not been saved.'}
        </p>
      </ConfirmDialog>
    </Dialog>
  );
}

interface TriggerNameFieldProps {
  draft: TriggerDraft;
  onChange: (name: string) => void;
  error: string | undefined;
}

const SUCH_AS: Readonly<Record<TriggerType, string>> = {
  schedule: 'Every morning',
  webhook: 'Push to main',
  pipeline_finished: 'After the nightly import',
};

/** The name of the trigger, which its runs show. */
function TriggerNameField({ draft, onChange, error }: TriggerNameFieldProps) {
  return (
    <Field label="Name" required error={error} hint="Shown as the trigger of each run.">
      {(control) => (
        <Input
          {...control}
          required
          value={draft.name}
          placeholder={SUCH_AS[draft.type]}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
