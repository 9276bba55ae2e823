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
  { value: 'at_once', label: 'Immediately', about: 'The response contains the run ID and number.' },
  {
    value: 'outputs',
    label: 'With outputs',
    about: 'The response is sent when the run finishes and contains its outputs.',
  },
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
      <section className={styles.part} aria-label="Authentication">
        <p className={styles.lead}>
          The URL contains a random token. Requests can also be required to authenticate:
        </p>
        <Checkbox checked={draft.isSigned} onCheckedChange={(isSigned) => onChange({ isSigned })}>
          Require a signature
        </Checkbox>
        {draft.isSigned && (
          <SignatureFields draft={draft} onChange={onChange} problems={problems} onTouch={onTouch} />
        )}
        <Checkbox checked={draft.hasHeader} onCheckedChange={(hasHeader) => onChange({ hasHeader })}>
          Require a header with the value of a secret
        </Checkbox>
        {draft.hasHeader && (
          <div className={styles.nested}>
            <div className={styles.row}>
              <Field label="Header name" error={problems['config.header.name']}>
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
                label="Header secret"
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
        title="Response"
        value={draft.reply}
        rules={REPLIES}
        onChange={(reply) => onChange({ reply })}
      />
      {draft.reply === 'outputs' && (
        <div className={styles.nested}>
          <Field
            label="Response timeout"
            type="seconds"
            error={problems['config.reply_timeout_seconds']}
            hint="After the timeout the response contains the run ID and number, and the run continues."
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
