'use client';

import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { SECRETS_PAGE, useSecretNames } from '../form/secret-names';
import type { FormPartProps } from './form-parts';
import type { WebhookDraft } from './model/trigger-draft';
import { type Rule, RuleChoice } from './rule-choice';
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

/** Who may call a webhook, and the response. */
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
function SignatureFields({ draft, onChange, problems, onTouch }: WebhookFieldsProps) {
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

interface SecretFieldProps {
  label: string;
  /** Name of the secret. */
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}

/** A selection of a secret by its name. */
function SecretField({ label, value, error, onChange }: SecretFieldProps) {
  const names = useSecretNames();
  const isGone = value !== '' && !names.includes(value);
  return (
    <Field
      label={label}
      required
      error={error}
      hint={names.length === 0 ? 'No secrets yet. Add a secret, then reload this page.' : undefined}
      end={
        <a href={SECRETS_PAGE} target="_blank" rel="noreferrer" className={styles.link}>
          Secrets
        </a>
      }
    >
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose…</option>
          {isGone && <option value={value}>{`${value} (missing)`}</option>}
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
