import { z } from 'zod';
import {
  type ChannelField,
  SETTING_FIELDS,
  SETTING_NAMES,
  type SettingVariable,
  settingVariable,
} from '@/engine';
import { addSecretInput } from '@/lib/contracts/secrets';
import { MasterKeyError, parseMasterKeys } from './master-key';
import type { ConfiguredSettings } from './settings';

/** Parses PIPEWRIGHT_KEY. */
export const masterKeyList = z.string().transform((text, context) => {
  try {
    return parseMasterKeys(text);
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    context.addIssue(error.message);
    return z.NEVER;
  }
});

const webhookAddress = z
  .string()
  .refine(
    (text) => URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol),
    'must be the complete URL of the webhook, starting with https://',
  )
  .optional();

/** The schema of each form of value. */
const FORMS: Readonly<Record<ChannelField['form'], z.ZodOptional<z.ZodString>>> = {
  smtp: z
    .string()
    .regex(/^smtps?:\/\//i, 'must look like smtp://user:password@mail.example.org:587')
    .optional(),
  mailbox: z
    .string()
    .regex(/@/, 'must be an address such as jo@example.org or "Jo <jo@example.org>"')
    .optional(),
  webhook: webhookAddress,
  key: z.string().min(8, 'must have at least 8 characters').optional(),
};

/** The variables of the channels. */
export const settingVariables = byVariable(
  SETTING_FIELDS.map(({ name, form }) => [settingVariable(name), FORMS[form]]),
);

/** Variables are unique because settings are. */
function byVariable<T>(entries: readonly (readonly [SettingVariable, T])[]): Record<SettingVariable, T> {
  return Object.fromEntries(entries) as Record<SettingVariable, T>;
}

type Values = Readonly<Partial<Record<SettingVariable, string | undefined>>>;

/** The defined settings by name. */
export function settingsOf(values: Values): ConfiguredSettings {
  return Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const value = values[settingVariable(name)];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Prefix of variables with secrets. */
export const SECRET_VARIABLE = 'PIPEWRIGHT_SECRET_';

/** The variable of a secret is invalid. The message never contains its value. */
export class SecretVariableError extends Error {
  override readonly name = 'SecretVariableError';
}

/**
 * Secrets for runs on the command line: `PIPEWRIGHT_SECRET_token` is `{{secrets.token}}`. Values stay
 * unchanged.
 * @throws SecretVariableError
 */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const given = Object.entries(env).filter(([name, value]) => name.startsWith(SECRET_VARIABLE) && value);
  return Object.fromEntries(
    given.map(([variable, value]) => {
      const parsed = addSecretInput.safeParse({ name: variable.slice(SECRET_VARIABLE.length), value });
      if (parsed.success) return [parsed.data.name, parsed.data.value];
      throw new SecretVariableError(`${variable} cannot be a secret: ${parsed.error.issues[0]?.message}`);
    }),
  );
}
