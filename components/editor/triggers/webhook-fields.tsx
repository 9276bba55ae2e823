'use client';

import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { FormPartProps } from './form-parts';
import type { WebhookDraft } from './model/trigger-draft';
import { type Rule, RuleChoice } from './rule-choice';
import { SecretField } from './secret-field';
import { SignatureFields } from './signature-fields';
import styles from './trigger-dialog.module.css';

export interface WebhookFieldsProps extends FormPartProps {
  draft: WebhookDraft;
  onChange: (part: Partial<WebhookDraft>) => void;
}

const REPLIES: readonly Rule<WebhookDraft['reply']>[] = [
  { value: 'at_once', label: 'At once', about: 'The caller learns the run’s id and number.' },
  { value: 'outputs', label: 'With the outputs', about: 'The caller waits for the end of the run.' },
];

/** Who may call a webhook, and what they are answered. */
export function WebhookFields({ draft, onChange, problems, onTouch }: WebhookFieldsProps) {
  const text = (field: string, key: keyof WebhookDraft) => ({
    value: String(draft[key]),
    onChange: (event: { target: { value: string } }) => {
      onTouch(field);
      onChange({ [key]: event.target.value });
    },
  });
  return (
    <>
      <section className={styles.part} aria-label="Who may call it">
        <p className={styles.lead}>
          Its address cannot be guessed. On top of that a call may have to prove who sends it:
        </p>
        <Checkbox checked={draft.isSigned} onCheckedChange={(isSigned) => onChange({ isSigned })}>
          It must be signed
        </Checkbox>
        {draft.isSigned && (
          <SignatureFields draft={draft} onChange={onChange} problems={problems} onTouch={onTouch} />
        )}
        <Checkbox checked={draft.hasHeader} onCheckedChange={(hasHeader) => onChange({ hasHeader })}>
          A header must hold the value of a secret
        </Checkbox>
        {draft.hasHeader && (
          <div className={styles.nested}>
            <div className={styles.row}>
              <Field label="Name of the header" error={problems['config.header.name']}>
                {(control) => (
                  <Input
                    {...control}
                    mono
                    spellCheck={false}
                    placeholder="x-token"
                    {...text('config.header.name', 'headerName')}
                  />
                )}
              </Field>
              <SecretField
                label="Must hold the secret"
                value={draft.headerSecret}
                error={problems['config.header.secret']}
                onChange={(headerSecret) => {
                  onTouch('config.header.secret');
                  onChange({ headerSecret });
                }}
              />
            </div>
          </div>
        )}
      </section>
      <RuleChoice
        title="When it is answered"
        value={draft.reply}
        rules={REPLIES}
        onChange={(reply) => onChange({ reply })}
      />
      {draft.reply === 'outputs' && (
        <div className={styles.nested}>
          <Field
            label="Wait at most"
            type="seconds"
            error={problems['config.reply_timeout_seconds']}
            hint="After that it is answered with the run’s id and number; the run goes on."
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                className={styles.short}
                {...text('config.reply_timeout_seconds', 'timeout')}
              />
            )}
          </Field>
        </div>
      )}
    </>
  );
}
