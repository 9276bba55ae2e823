import { HOW_TO_GET, restateBinary, restatePackage } from '@/lib/server/restate/binary';
import { installSeparately } from './npm-package';

/**
 * Finds the Restate server, or installs it. It is no dependency: its licence is the Business Source License.
 * @throws Error when it cannot be installed, with the reason
 */
export async function ensureRestateServer(): Promise<string> {
  const found = restateBinary();
  if (found !== undefined) return found;
  const pack = restatePackage();
  if (pack === undefined) throw new Error(HOW_TO_GET);
  const { name, version, integrity, folder } = pack;
  console.log(`Installing ${name} ${version} (Business Source License 1.1) into ${folder}.`);
  await installSeparately({ spec: `${name}@${version}`, integrity, folder });
  const installed = restateBinary();
  if (installed === undefined) throw new Error(`${name} ${version} has no program bin/restate-server.`);
  return installed;
}
