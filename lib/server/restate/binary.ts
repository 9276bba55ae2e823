import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';

/** How to get what is missing. */
export const HOW_TO_GET =
  'The server of Restate comes with the optional package @restatedev/restate-server: npm install --include=optional. It has binaries for Linux and macOS.';

/** Where the server of Restate is; undefined when its package is not installed or has none for this machine. */
export function restateBinary(): string | undefined {
  const require = createRequire(import.meta.url);
  // Its own start script, which is the one file it exports, only passes signals on; the binary itself is told of them.
  const name = `@restatedev/restate-server-${platform()}-${arch()}/bin/restate-server`;
  try {
    return require.resolve(name, { paths: [require.resolve('@restatedev/restate-server/package.json')] });
  } catch {
    return undefined;
  }
}
