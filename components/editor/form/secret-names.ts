'use client';

import { createContext, use } from 'react';

/** Names of the secrets of this installation; their values never come here. The page provides them. */
export const SecretNamesContext = createContext<readonly string[]>([]);

/** The secrets that fields offer by name; empty when none are known. */
export function useSecretNames(): readonly string[] {
  return use(SecretNamesContext);
}

/** Where secrets are kept and added. */
export const SECRETS_PAGE = '/settings/secrets';

const WHOLE = /^\s*\{\{\s*secrets\.([A-Za-z_]\w*)\s*\}\}\s*$/;

/** The secret that a text stands for and nothing else: `token` for `{{secrets.token}}`. */
export function secretIn(text: string): string | undefined {
  return WHOLE.exec(text)?.[1];
}

/** How a secret is written in a field. */
export function writeSecret(name: string): string {
  return `{{secrets.${name}}}`;
}
