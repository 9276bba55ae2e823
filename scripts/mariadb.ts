import { findMariadb } from '@/lib/server/testing/mariadb';
import { installPackage } from './debian';

/** Installs MariaDB for the tests of the database action where that is possible; they say themselves when it is not there. */
export async function ensureMariadb(): Promise<void> {
  if (!findMariadb()) await installPackage('mariadb-server');
}
