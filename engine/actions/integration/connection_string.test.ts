import { describe, expect, it } from 'vitest';
import { ActionError } from '../../errors';
import { parseConnectionString } from './connection_string';

/** Placeholder for a secret; no message may contain it. */
const CANARY = 'kanarienvogel';

const base = {
  dialect: 'postgres',
  host: 'db.test',
  port: 5432,
  user: 'u',
  password: 'p',
  database: 'd',
  tls: 'prefer',
};

function failure(text: string): ActionError {
  try {
    parseConnectionString(text);
  } catch (error) {
    if (error instanceof ActionError) return error;
  }
  throw new Error(`${text} was taken.`);
}

describe('a connection string', () => {
  it.each([
    ['postgres://u:p@db.test/d', base],
    ['postgresql://u:p@db.test:5433/d', { ...base, port: 5433 }],
    ['  POSTGRES://u:p@db.test/d  ', base],
    ['mysql://u:p@db.test/d', { ...base, dialect: 'mysql', port: 3306 }],
    ['mariadb://u:p@db.test:3307/d', { ...base, dialect: 'mysql', port: 3307 }],
    ['postgres://u@db.test/d', { ...base, password: '' }],
    [
      'postgres://a%40b:p%2F%3A%23%3F%25@db.test/my%20db',
      { ...base, user: 'a@b', password: 'p/:#?%', database: 'my db' },
    ],
    ['postgres://u:p:q@db.test/d', { ...base, password: 'p:q' }],
    ['postgres://u:p@q@db.test/d', { ...base, password: 'p@q' }],
    ['postgres://u:p@[2001:db8::1]:5433/d', { ...base, host: '2001:db8::1', port: 5433 }],
    ['postgres://u:p@10.0.0.1/d', { ...base, host: '10.0.0.1' }],
    ['postgres://u:p@db.test./d', { ...base, host: 'db.test.' }],
    ['postgres://u:p@my_db/d', { ...base, host: 'my_db' }],
  ])('is read from %s', (text, connection) => expect(parseConnectionString(text)).toEqual(connection));

  it.each([
    ['disable', 'off'],
    ['allow', 'prefer'],
    ['prefer', 'prefer'],
    ['require', 'require'],
    ['verify-ca', 'verify'],
    ['verify-full', 'verify'],
    ['VERIFY_IDENTITY', 'verify'],
    ['REQUIRED', 'require'],
  ])('has sslmode=%s', (mode, tls) => {
    expect(parseConnectionString(`postgres://u:p@db.test/d?sslmode=${mode}`)).toMatchObject({ tls });
    expect(parseConnectionString(`mysql://u:p@db.test/d?ssl-mode=${mode}`)).toMatchObject({ tls });
  });

  it.each(['localhost', '127.0.0.1', '127.1', '[::1]', 'db.localhost', 'LOCALHOST'])(
    'uses no TLS to %s unless requested',
    (host) => {
      expect(parseConnectionString(`postgres://u:p@${host}/d`)).toMatchObject({ tls: 'off' });
      expect(parseConnectionString(`postgres://u:p@${host}/d?sslmode=require`)).toMatchObject({
        tls: 'require',
      });
    },
  );

  it.each([
    ['', 'postgres://'],
    ['db.test/d', 'postgres://'],
    ['oracle://u:p@db.test/d', 'postgres://'],
    [`host=/tmp user=u password=${CANARY}`, 'postgres://'],
    [`postgres:u:${CANARY}@db.test/d`, 'user:password@host'],
    [`postgres://u:${CANARY}/x@db.test/d`, 'host'],
    [`postgres://u:${CANARY}#x@db.test/d`, 'host'],
    [`postgres://:${CANARY}@db.test/d`, 'has no user'],
    [`postgres://db.test/${CANARY}`, 'has no user'],
    [`postgres://u:${CANARY}@db.test`, 'has no database'],
    [`postgres://u:${CANARY}@db.test/`, 'has no database'],
    [`postgres://u:${CANARY}@db.test/d/e`, '%2F'],
    [`postgres://u:${CANARY}@/d`, 'has no host'],
    [`postgres://u:${CANARY}@:5432/d`, 'has no host'],
    [`postgres://u:${CANARY}@a.test,b.test/d`, 'several hosts'],
    [`postgres://u:${CANARY}@a.test:1,b.test:2/d`, 'several hosts'],
    [`postgres://u:${CANARY}@%2Fvar%2Frun%2Fpostgresql/d`, 'Unix socket'],
    [`mysql://u:${CANARY}@(/tmp/mysql.sock)/d`, 'host'],
    [`postgres://u:${CANARY}@db test/d`, 'host'],
    [`postgres://u:${CANARY}@db.test:0/d`, 'port'],
    [`postgres://u:${CANARY}@db.test:99999/d`, 'port'],
    [`postgres://u:${CANARY}@db.test:54x/d`, 'port'],
    [`postgres://u:${CANARY}@[::1/d`, 'host'],
    [`postgres://u:${CANARY}@[evil.test]/d`, 'host'],
    [`postgres://u:${CANARY}%zz@db.test/d`, '%25'],
    [`postgres://u%00options%00${CANARY}:p@db.test/d`, 'control character'],
    [`postgres://u:${CANARY}%0d%0a@db.test/d`, 'control character'],
    [`postgres://u:p@db.test/d%00${CANARY}`, 'control character'],
    [`postgres://u:p@db.test/d?sslmode=${CANARY}`, 'sslmode'],
    [`postgres://u:${CANARY}@db.test/d?sslmode=require&sslmode=disable`, 'twice'],
    [`postgres://u:p?${CANARY}@db.test/d`, 'host'],
    [`postgres://u:p@db.test/d?${CANARY}=1`, 'an option'],
    [`postgres://${'u'.repeat(5000)}:${CANARY}@db.test/d`, 'postgres://'],
  ])('is refused: %s', (text, hint) => {
    const error = failure(text);
    expect(error).toMatchObject({ kind: 'invalid_params', path: 'params.connection' });
    expect(error.message).toContain(hint);
    expect(error.message).not.toContain(CANARY);
  });

  it.each([
    'host',
    'hostaddr',
    'port',
    'user',
    'password',
    'dbname',
    'options',
    'service',
    'passfile',
    'sslrootcert',
    'sslcert',
    'sslkey',
    'sslcrl',
    'sslnegotiation',
    'target_session_attrs',
    'application_name',
    'channel_binding',
    'socketPath',
    'multipleStatements',
    'flags',
    'localInfile',
    'ssl',
    'ssl-ca',
  ])('is refused with the option %s, and the message names it', (option) => {
    const { message } = failure(`postgres://u:p@db.test/d?sslmode=require&${option}=${CANARY}`);
    expect(message).toContain(`the option ${option.toLowerCase()}`);
    expect(message).not.toContain(CANARY);
  });
});

describe('the file of a SQLite database', () => {
  it.each([
    ['sqlite:shop.db', 'shop.db'],
    ['sqlite:///shop.db', 'shop.db'],
    ['file:shop.db', 'shop.db'],
    ['SQLITE:Läden/2026 shop.sqlite3', 'Läden/2026 shop.sqlite3'],
    ['sqlite:my%20shop.db', 'my shop.db'],
  ])('is read from %s', (text, path) =>
    expect(parseConnectionString(text)).toEqual({ dialect: 'sqlite', path }),
  );

  it.each([
    'sqlite:',
    'sqlite::memory:',
    'file::memory:',
    'sqlite:///',
    'sqlite:/etc/passwd',
    'sqlite:////etc/passwd',
    'sqlite://shop.db',
    'file:///../shop.db',
    'sqlite:../shop.db',
    'sqlite:a/../../shop.db',
    'sqlite:a/%2e%2e/%2e%2e/shop.db',
    'sqlite:%2Fetc%2Fpasswd',
    'sqlite:./shop.db',
    'sqlite:.hidden',
    'sqlite:a//b',
    'sqlite:shop.db%00.txt',
    'sqlite:C:\\shop.db',
    'sqlite:a\\b',
    'sqlite:~/shop.db',
    'sqlite:shop.db-journal',
    'sqlite:shop.db-wal',
    'sqlite:shop.db.lock',
    'sqlite:shop.db.',
    'sqlite:a/b/c/d/e.db',
    'file:shop.db?mode=rwc',
    'file:shop.db?vfs=unix-none',
    'file:shop.db?immutable=1&nolock=1',
    'sqlite:%zz',
    `sqlite:${'a'.repeat(101)}`,
  ])('is refused: %j', (text) => {
    expect(failure(text)).toMatchObject({ kind: 'invalid_params', path: 'params.connection' });
  });
});
