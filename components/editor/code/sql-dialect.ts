export type SqlDialectName = 'postgres' | 'mysql' | 'sqlite';

const SCHEMES: Readonly<Record<string, SqlDialectName>> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
  sqlite: 'sqlite',
  file: 'sqlite',
};

/** The dialect of a connection string by its scheme; PostgreSQL when a secret hides it. */
export function dialectOf(connection: unknown): SqlDialectName {
  const scheme =
    typeof connection === 'string' ? /^\s*([a-z][a-z0-9]*)(?:\+\w+)?:/i.exec(connection)?.[1] : undefined;
  return SCHEMES[scheme?.toLowerCase() ?? ''] ?? 'postgres';
}
