import { type SettingName, settingVariable } from '@/engine';
import type { Secrets, Settings } from '@/engine/ports';
import { normalizeHost } from '@/lib/contracts/secrets';

/** Settings from the environment. */
export type ConfiguredSettings = Readonly<Partial<Record<SettingName, string>>>;

/** Settings from the environment, otherwise from the secrets with the names of its variables. */
export function createSettings(options: {
  readonly configured: ConfiguredSettings;
  readonly secrets: Secrets;
}): Settings {
  return async (name, reader) => {
    const variable = settingVariable(name);
    const value = options.configured[name];
    const secret =
      value === undefined
        ? await options.secrets.reveal(variable, reader)
        : { name: variable, value, hosts: hostsOf(value) };
    if (!secret) return undefined;
    // The sender is visible in every email, so it is not masked.
    return name === 'mail_from' ? { value: secret.value } : { value: secret.value, secret };
  };
}

/** The host to which the secret in an address may be sent; empty if the value is not an address. */
export function hostsOf(value: string): string[] {
  if (!URL.canParse(value)) return [];
  const host = normalizeHost(new URL(value).hostname);
  return host === undefined ? [] : [host];
}
