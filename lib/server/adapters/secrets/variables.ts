import { z } from 'zod';
import type { SettingName } from '@/engine/ports';
import { addSecretInput, SETTING_VARIABLES } from '@/lib/contracts/secrets';
import { MasterKeyError, parseMasterKeys } from './master-key';
import type { ConfiguredSettings } from './settings';

/** Master keys as PIPEWRIGHT_KEY lists them. */
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
    'must be the whole address of the webhook, beginning with https://',
  )
  .optional();

/** The variables of the channels. */
export const settingVariables = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//i, 'must look like smtp://user:password@mail.example.org:587')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/@/, 'must be an address such as jo@example.org or "Jo <jo@example.org>"')
    .optional(),
  SLACK_WEBHOOK_URL: webhookAddress,
  TEAMS_WEBHOOK_URL: webhookAddress,
  WEBHOOK_URL: webhookAddress,
  WEBHOOK_SIGNING_KEY: z.string().min(8, 'must have at least 8 characters').optional(),
} satisfies Record<(typeof SETTING_VARIABLES)[SettingName], z.ZodType<string | undefined>>;

type Values = Readonly<Partial<Record<keyof typeof settingVariables, string | undefined>>>;

/** The settings that are given, by their names. */
export function settingsOf(values: Values): ConfiguredSettings {
  return Object.fromEntries(
    Object.entries(SETTING_VARIABLES).flatMap(([name, variable]) => {
      const value = values[variable];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** What the name of a secret's variable begins with. */
export const SECRET_VARIABLE = 'PIPEWRIGHT_SECRET_';

/** What is wrong with the variable of a secret; never holds its value. */
export class SecretVariableError extends Error {
  override readonly name = 'SecretVariableError';
}

/**
 * Secrets for runs on the command line: `PIPEWRIGHT_SECRET_token` is `{{secrets.token}}`. Values stay as they are.
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
