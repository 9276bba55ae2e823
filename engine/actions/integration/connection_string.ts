import type { SqlConnection } from '../../ports';
import { readDatabaseHost } from './connection_host';
import { readTlsMode } from './connection_options';
import { wrong } from './connection_problem';
import { readSqlitePath } from './sqlite_path';

type Server = Extract<SqlConnection, { host: string }>;

const MAX_LENGTH = 4096;
const SCHEMES: Readonly<Record<string, Server['dialect'] | 'sqlite'>> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
  sqlite: 'sqlite',
  file: 'sqlite',
};
const PORTS: Readonly<Record<Server['dialect'], number>> = { postgres: 5432, mysql: 3306 };

/** The part between the scheme and the options; the text before the last @ is user and password. */
const AUTHORITY =
  /^\/\/(?:(?<userinfo>[^/?#]*)@)?(?<host>[^@/?#]*)(?:\/(?<database>[^/?#]*))?(?:\?(?<options>[^?#]*))?$/;

/**
 * Parses a connection string. Messages repeat nothing of it, since it contains a password.
 * @throws ActionError `invalid_params` at `params.connection`
 */
export function parseConnectionString(written: string): SqlConnection {
  const text = written.trim();
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/is.exec(text) ?? [];
  const name = scheme.toLowerCase();
  const dialect = Object.hasOwn(SCHEMES, name) ? SCHEMES[name] : undefined;
  if (dialect === undefined || text.length > MAX_LENGTH) {
    throw wrong('is invalid; start it with postgres://, mysql://, mariadb:// or sqlite:');
  }
  return dialect === 'sqlite' ? { dialect, path: readSqlitePath(rest) } : readServer(dialect, rest);
}

function readServer(dialect: Server['dialect'], rest: string): Server {
  const groups = AUTHORITY.exec(rest)?.groups;
  if (!groups) {
    throw wrong(
      'is invalid; use the form scheme://user:password@host:port/database, and write @ : / ? # % in user and password as %40 %3A %2F %3F %23 %25',
    );
  }
  const { userinfo, host = '', database, options = '' } = groups;
  const { user, password } = readUser(userinfo);
  const place = readDatabaseHost(host, PORTS[dialect]);
  return {
    dialect,
    host: place.host,
    port: place.port,
    user,
    password,
    database: readPart(database ?? '', 'database', 'add it after the host: host/database'),
    tls: readTlsMode(options) ?? (place.isLoopback ? 'off' : 'prefer'),
  };
}

function readUser(userinfo: string | undefined): { user: string; password: string } {
  const colon = userinfo?.indexOf(':') ?? -1;
  const user = colon < 0 ? (userinfo ?? '') : (userinfo?.slice(0, colon) ?? '');
  const password = colon < 0 ? '' : (userinfo?.slice(colon + 1) ?? '');
  return {
    user: readPart(user, 'user', 'add it before the host: user:password@host'),
    password: decode(password, 'password'),
  };
}

function readPart(written: string, what: string, hint: string): string {
  const text = decode(written, what);
  if (text === '') throw wrong(`has no ${what}; ${hint}`);
  return text;
}

// A NUL would end the field in PostgreSQL's first message, and the rest would be an option of the session.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;

function decode(written: string, what: string): string {
  let text: string;
  try {
    text = decodeURIComponent(written);
  } catch {
    throw wrong(`has a % in its ${what} that is not followed by two hex digits; write % itself as %25`);
  }
  if (CONTROL.test(text)) throw wrong(`has a control character in its ${what}`);
  if (text.length > 1024) throw wrong(`has a ${what} longer than 1,024 characters`);
  return text;
}
