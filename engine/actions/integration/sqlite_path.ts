import { refuseOptions } from './connection_options';
import { wrong } from './connection_problem';

const SEGMENT = /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,99}$/u;
/** Files that SQLite and Pipewright create beside a database. */
const COMPANION = /(?:-journal|-wal|-shm|\.lock|\.owner)$/i;

/**
 * The path of a SQLite database, relative to the folder of SQLite databases: `name.db`, `///name.db`,
 * `folder/name.db`.
 * @param rest the text after `sqlite:` or `file:`
 * @throws ActionError `invalid_params`
 */
export function readSqlitePath(rest: string): string {
  const [written = '', ...more] = rest.split('?');
  refuseOptions(more.join('?'));
  const path = decode(written.startsWith('///') ? written.slice(3) : written);
  if (path === '' || path === ':memory:') {
    throw wrong('has no file; in-memory databases are not supported. Use sqlite:name.db');
  }
  if (/^[/\\]|^[a-z]:|^~/i.test(path)) {
    throw wrong('has a path outside the folder for SQLite databases. Use sqlite:name.db');
  }
  const segments = path.split('/');
  const isPlain = segments.every((part) => SEGMENT.test(part) && !/[. ]$/.test(part));
  if (!isPlain || segments.length > 4 || COMPANION.test(path)) {
    throw wrong(
      'has a file name with unsupported characters; use letters, digits, _ - and dots, as in sqlite:name.db',
    );
  }
  return path;
}

function decode(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    throw wrong('has a % in its file name that is not followed by two hex digits');
  }
}
