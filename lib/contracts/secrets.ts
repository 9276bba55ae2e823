import { z } from 'zod';
import { SETTING_NAMES, type SettingName, settingVariable } from '@/engine/channels';
import type { Answer } from './errors';

/** Shortest secret that is stored, in characters: a shorter one would be found by chance, so it could not be hidden. */
export const MIN_SECRET_LENGTH = 8;
/** Longest secret that is stored, in characters. */
export const MAX_SECRET_LENGTH = 64 * 1024;
const MAX_DESCRIPTION_LENGTH = 500;
const MAX_HOSTS = 50;

const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export const secretNameSchema = z
  .string()
  .regex(SECRET_NAME, 'Use up to 64 letters, digits and _, starting with a letter or _.');

/** The unchanged value: white space at its end may be part of it. */
const secretValueSchema = z
  .string()
  .min(
    MIN_SECRET_LENGTH,
    `Enter at least ${MIN_SECRET_LENGTH} characters. Shorter values cannot be masked in logs and outputs.`,
  )
  .max(MAX_SECRET_LENGTH, `Enter at most ${MAX_SECRET_LENGTH} characters.`)
  .refine((text) => text.trim().length >= MIN_SECRET_LENGTH, 'The value contains almost only white space.')
  .refine((text) => !text.includes('\0'), 'The value contains a NUL character. Remove it.');

/**
 * A host in its canonical spelling: lower case, punycode, `*.` for all subdomains. Undefined when the text is not a
 * host, for example a whole URL.
 */
export function normalizeHost(written: string): string | undefined {
  const text = written.trim();
  const isPattern = text.startsWith('*.');
  const bare = isPattern ? text.slice(2) : text;
  if (!/^(\[[0-9a-fA-F:.]+\]|[0-9a-fA-F]*:[0-9a-fA-F:.]*|[^\s/\\?#@:*[\]%,]+)$/.test(bare)) return undefined;
  const isBareIpv6 = bare.includes(':') && !bare.startsWith('[');
  const address = `http://${isBareIpv6 ? `[${bare}]` : bare}`;
  if (!URL.canParse(address)) return undefined;
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isAddress = host.includes(':') || /^[\d.]+$/.test(host);
  if (host === '' || (isPattern && isAddress)) return undefined;
  return isPattern ? `*.${host}` : host;
}

const hostSchema = z.string().transform((written, context) => {
  const host = normalizeHost(written);
  if (host !== undefined) return host;
  context.addIssue(
    `“${written.slice(0, 100)}” is not a host. Enter a name such as api.example.org, *.example.org for all subdomains, or an IP address, without https:// and port.`,
  );
  return z.NEVER;
});

const hostsSchema = z
  .array(hostSchema)
  .max(MAX_HOSTS, `Enter at most ${MAX_HOSTS} hosts.`)
  .transform((hosts) => [...new Set(hosts)]);

const descriptionSchema = z
  .string()
  .trim()
  .max(MAX_DESCRIPTION_LENGTH, `Use at most ${MAX_DESCRIPTION_LENGTH} characters.`);

/** A new secret. Refused with `conflict` when the name exists. */
export const addSecretInput = z.strictObject({
  name: secretNameSchema,
  value: secretValueSchema,
  description: descriptionSchema.default(''),
  hosts: hostsSchema.default([]),
});
export type AddSecretInput = z.input<typeof addSecretInput>;

/** Replaces description and hosts of a secret, and its value when one is given. No operation returns the value. */
export const changeSecretInput = z.strictObject({
  name: secretNameSchema,
  value: secretValueSchema.optional(),
  description: descriptionSchema,
  hosts: hostsSchema,
});
export type ChangeSecretInput = z.input<typeof changeSecretInput>;

export const secretNameInput = z.strictObject({ name: secretNameSchema });

/** A pipeline whose current version refers to a secret. */
const secretUseSchema = z.object({ id: z.string(), name: z.string() });
export type SecretUse = z.infer<typeof secretUseSchema>;

/** A secret in a list, without its value. */
export const secretSummarySchema = z.object({
  name: z.string(),
  description: z.string(),
  hosts: z.array(z.string()).readonly(),
  usedBy: z.array(secretUseSchema).readonly(),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Why it cannot be decrypted, as a sentence; null when it can. */
  problem: z.string().nullable(),
});
export type SecretSummary = z.infer<typeof secretSummarySchema>;

/** The response to a change of a secret, without its value. */
export const storedSecretSchema = z.object({ name: z.string() });

/** A secret, as the editor uses it. */
export interface SecretName {
  readonly name: string;
  readonly hosts: readonly string[];
}

/** The setting that a secret with this name provides. */
export function settingOf(secretName: string): SettingName | undefined {
  return SETTING_NAMES.find((name) => settingVariable(name) === secretName);
}

/** One setting of the channels, without its value when it is secret. */
export interface ChannelSetting {
  readonly name: SettingName;
  /** Where it is configured. The environment takes precedence over stored settings. */
  readonly from: 'environment' | 'here' | 'nowhere';
  /** What is shown of the value: `mail_from`, the host of an address, nothing of a key. */
  readonly shown: string | null;
  readonly updatedAt: string | null;
  /** Why it cannot be read, as a sentence; null when it can. */
  readonly problem: string | null;
}

const MAX_SETTING_LENGTH = 4096;

export const setChannelInput = z.strictObject({
  name: z.enum(SETTING_NAMES),
  value: z.string().trim().min(1, 'Enter a value.').max(MAX_SETTING_LENGTH),
});
export type SetChannelInput = z.input<typeof setChannelInput>;

export const clearChannelInput = z.strictObject({ name: z.enum(SETTING_NAMES) });

/** A secret was stored. */
export type SecretResult = Answer<{ readonly name: string }>;
