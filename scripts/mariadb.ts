import { findMariadb } from '@/lib/server/testing/mariadb';
import { installPackage } from './debian';

/** Installs MariaDB for the tests of the database action where possible. The tests report when it is missing. */
export async function ensureMariadb(): Promise<void> {
  if (!findMariadb()) await installPackage('mariadb-server');
}
