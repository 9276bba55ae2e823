'use client';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { WebhookDraft } from './model/trigger-draft';
import { type Rule, RuleChoice } from './rule-choice';
import { SecretField } from './secret-field';
import styles from './trigger-dialog.module.css';
import type { WebhookFieldsProps } from './webhook-fields';

const KINDS: readonly Rule<WebhookDraft['signatureKind']>[] = [
  {
    value: 'body',
    label: 'Body signature',
    about:
      'HMAC-SHA-256 in hex, as sent by GitHub and others. Requests with the same body are one delivery and start one run.',
  },
  {
    value: 'standard',
    label: 'Standard Webhooks',
    about:
      'ID, time and body are signed. Each ID starts one run. Requests with a time more than 5 minutes off are rejected.',
  },
];

/** How calls of a webhook are signed, and with which secret. */
export function SignatureFields({ draft, onChange, problems, onTouch }: WebhookFieldsProps) {
  return (
    <div className={styles.nested}>
      <RuleChoice
        title="Signature type"
        value={draft.signatureKind}
        rules={KINDS}
        onChange={(signatureKind) => onChange({ signatureKind })}
      />
      <SecretField
        label="Signing secret"
        value={draft.signatureSecret}
        error={problems['config.signature.secret']}
        onChange={(signatureSecret) => {
          onTouch('config.signature.secret');
          onChange({ signatureSecret });
        }}
      />
      {draft.signatureKind !== 'standard' && (
        <div className={styles.row}>
          <Field label="Signature header" error={problems['config.signature.header']}>
            {(control) => (
              <Input
                {...control}
                mono
                spellCheck={false}
                value={draft.signatureHeader}
                onChange={(event) => {
                  onTouch('config.signature.header');
                  onChange({ signatureHeader: event.target.value });
                }}
              />
            )}
          </Field>
          <Field label="Prefix before the hex digits" error={problems['config.signature.prefix']}>
            {(control) => (
              <Input
                {...control}
                mono
                spellCheck={false}
                value={draft.prefix}
                onChange={(event) => {
                  onTouch('config.signature.prefix');
                  onChange({ prefix: event.target.value });
                }}
              />
            )}
          </Field>
        </div>
      )}
    </div>
  );
}
