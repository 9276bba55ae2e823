'use client';

import { createContext, use } from 'react';

/** Names of the secrets of this installation, without values. Provided by the page. */
export const SecretNamesContext = createContext<readonly string[]>([]);

export function useSecretNames(): readonly string[] {
  return use(SecretNamesContext);
}

/** The page for secrets. */
export const SECRETS_PAGE = '/settings/secrets';

const WHOLE = /^\s*\{\{\s*secrets\.([A-Za-z_]\w*)\s*\}\}\s*$/;

/** The secret of a text that is exactly one reference: `token` for `{{secrets.token}}`. */
export function secretIn(text: string): string | undefined {
  return WHOLE.exec(text)?.[1];
}

/** The template of a secret. */
export function writeSecret(name: string): string {
  return `{{secrets.${name}}}`;
}
