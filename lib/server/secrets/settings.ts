import { type SettingName, settingVariable } from '@/engine';
import type { Secrets, Settings } from '@/engine/ports';
import { normalizeHost } from '@/lib/contracts/secrets';

/** Settings that the environment gives. */
export type ConfiguredSettings = Readonly<Partial<Record<SettingName, string>>>;

/** Settings from the environment, else from the secrets named like its variables. */
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
    // An address that mail comes from stands in every mail.
    return name === 'mail_from' ? { value: secret.value } : { value: secret.value, secret };
  };
}

/** Where the secret in an address belongs: its own host, and no other. Empty for what is no address. */
export function hostsOf(value: string): string[] {
  if (!URL.canParse(value)) return [];
  const host = normalizeHost(new URL(value).hostname);
  return host === undefined ? [] : [host];
}
