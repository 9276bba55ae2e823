import { HOW_TO_GET, restateBinary, restatePackage } from '@/lib/server/restate/binary';
import { installSeparately } from './npm-package';

/**
 * Finds or installs the Restate server. It is not a dependency: its licence is the Business Source License.
 * @throws Error with the reason when it cannot be installed
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
