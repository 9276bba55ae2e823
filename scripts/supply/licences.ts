import type { LockedPackage } from './lockfile';

/** Licences of packages without a licence in their metadata, as stated in their files. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'busboy@0.3.1': 'MIT',
  'dicer@0.3.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
  'streamsearch@0.1.2': 'MIT',
};

/** The licence of a package as an SPDX expression; undefined when it states none. */
export function licenceOf({ name, version, license }: LockedPackage): string | undefined {
  return license ?? READ_BY_HAND[`${name}@${version}`];
}
