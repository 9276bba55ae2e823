import { ActionError } from '@/engine';
import type { Secrets, Settings } from '@/engine/ports';
import { type ConfiguredSettings, createSettings } from './settings';
import { SECRET_VARIABLE } from './variables';

/** Secrets and settings from the environment, for the command line. */
export function createLocalSecrets(config: {
  readonly secrets: Readonly<Record<string, string>>;
  readonly settings: ConfiguredSettings;
}): {
  readonly secrets: Secrets;
  readonly settings: Settings;
} {
  const known = environmentSecrets(config.secrets);
  return {
    secrets: { reveal: async (name) => (await known.reveal(name)) ?? Promise.reject(missing(name)) },
    settings: createSettings({ configured: config.settings, secrets: known }),
  };
}

/** Names of variables are often in capitals, so case matters only if two names differ in case alone. */
function environmentSecrets(values: Readonly<Record<string, string>>): Secrets {
  const names = Object.keys(values);
  return {
    async reveal(name) {
      const alike = names.filter((other) => other.toLowerCase() === name.toLowerCase());
      const found = alike.includes(name) || alike.length > 1 ? name : alike[0];
      const value = found !== undefined && Object.hasOwn(values, found) ? values[found] : undefined;
      return value === undefined ? undefined : { name, value, hosts: [] };
    },
  };
}

function missing(name: string): ActionError {
  return new ActionError(
    'invalid_params',
    `The secret ${name} does not exist. Set the variable ${SECRET_VARIABLE}${name}, or correct the reference.`,
  );
}
