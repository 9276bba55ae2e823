import { licenceOf } from '@/scripts/supply/licences';
import type { LockedPackage } from '@/scripts/supply/lockfile';

/** Allowed for every package. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

/** Allowed under a condition. */
const CONDITIONAL: Readonly<Record<string, (pack: LockedPackage) => boolean>> = {
  // libvips for sharp: a shared library of its own, unmodified and replaceable.
  'LGPL-3.0-or-later': ({ name }) => name.startsWith('@img/sharp-'),
  // Data about browsers, not code.
  'CC-BY-4.0': ({ name }) => name === 'caniuse-lite',
  // Tools for development; nothing of them is shipped.
  'MPL-2.0': ({ dev }) => dev,
};

function isAllowedId(id: string, pack: LockedPackage): boolean {
  return ALLOWED.has(id) || (CONDITIONAL[id]?.(pack) ?? false);
}

/** Whether the licence of a package is allowed: of `A OR B` one, of `A AND B` both. */
export function isLicenceAllowed(pack: LockedPackage): boolean {
  const expression = licenceOf(pack)?.replace(/^\((.*)\)$/, '$1');
  if (expression === undefined) return false;
  return expression
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => isAllowedId(id.trim(), pack)));
}
