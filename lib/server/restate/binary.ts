import { existsSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Instructions for installing a missing server. */
export const HOW_TO_GET =
  'The Restate server is not installed. Run "npm run restate:install"; it is available for Linux and macOS on x64 and arm64.';

const VERSION = '1.7.12';

/** Published content hashes per platform; a package with another content is refused. */
const INTEGRITY: Readonly<Record<string, string>> = {
  'linux-x64':
    'sha512-URotJ1AIqaSCDkRMl4OrQfTLH+NYuOZb3ZsP7wxxiuAB6pncgPhTUYSvegTF5PTrAShnNyHNpju9kjf2O3QxoA==',
  'linux-arm64':
    'sha512-aV7YxWvPhp88MjQtObGDhDCTwCBa68wwZOAMmJqDreO0auHYuSfOqabEx4I90coZsx3zShNusppbTPKprOa+dw==',
  'darwin-x64':
    'sha512-ZRS1kk3S4pzIiup2IRRQ3eHoKJSZ43FG4rDe7UbGFWwZ/Yz0xSDa4/3/kiuwaMHXWs/CsKtJe0shx8JCR0DO1g==',
  'darwin-arm64':
    'sha512-pHrZMaaeBJxXTgI19WG/aJvxuUDQ2nhSDEEJVseTZQiTEdJ7hboPlhvYacgXIE2iMnLMmWkN5XIlXqosHK8Byg==',
};

/** The npm package of the server for one platform. */
export interface RestatePackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  /** Where it is installed: outside of the packages that npm manages. */
  readonly folder: string;
}

/** The package for this machine; undefined for platforms that Restate does not support. */
export function restatePackage(): RestatePackage | undefined {
  const system = `${platform()}-${arch()}`;
  const integrity = INTEGRITY[system];
  if (integrity === undefined) return undefined;
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/pipewright', import.meta.url));
  return {
    name: `@restatedev/restate-server-${system}`,
    version: VERSION,
    integrity,
    folder: join(cache, `restate-server-${VERSION}-${system}`),
  };
}

/** Path of the Restate server; undefined when it is not installed. */
export function restateBinary(): string | undefined {
  const pack = restatePackage();
  if (pack === undefined) return undefined;
  const path = join(pack.folder, 'bin', 'restate-server');
  return existsSync(path) ? path : undefined;
}
