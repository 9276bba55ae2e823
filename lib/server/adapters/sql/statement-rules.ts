import { ActionError } from '@/engine';
import { checkBoundPlaces, HOLE, outlineSql, type SqlOutline, scanSql } from '@/engine/actions';
import type { BoundText, SqlConnection } from '@/engine/ports';

type Dialect = SqlConnection['dialect'];

const TRANSACTIONS = 'abort begin commit end release rollback savepoint start';

/** First words of statements that are always refused. */
const NEVER: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  postgres: words(`${TRANSACTIONS} copy listen prepare unlisten`),
  mysql: words(`${TRANSACTIONS} handler load lock unlock xa`),
  sqlite: words(TRANSACTIONS),
};

/**
 * First words of the statements that are allowed, where the read-only transaction is not enough: SQLite
 * reaches other files with ATTACH, PRAGMA and VACUUM INTO; MySQL ends the transaction inside a procedure.
 */
const ONLY: Partial<
  Readonly<Record<Dialect, { readonly read: ReadonlySet<string>; readonly write: ReadonlySet<string> }>>
> = {
  mysql: {
    read: words('analyze desc describe explain select show table values with'),
    write: words(
      `alter analyze call check checksum create delete desc describe do drop explain grant insert optimize rename repair
      replace revoke select set show table truncate update values with`,
    ),
  },
  sqlite: {
    read: words('explain select values with'),
    write: words('alter analyze create delete drop explain insert reindex replace select update values with'),
  },
};

/**
 * Refuses statements that conflict with one transaction, one result or one database.
 * @throws ActionError `invalid_params`
 */
export function checkStatement(text: BoundText, dialect: Dialect, mayWrite: boolean): void {
  checkBoundPlaces(text, dialect);
  const outline = outlineSql(text, dialect);
  const [first = ''] = outline.words;
  if (NEVER[dialect].has(first)) {
    throw wrong(
      `${first.toUpperCase()} cannot be used in a query, because each step is one transaction. Remove it.`,
    );
  }
  const only = ONLY[dialect];
  if (only && !only.write.has(first)) {
    throw wrong(
      `A query cannot start with ${first.toUpperCase()}. Use SELECT, INSERT, UPDATE, DELETE or CREATE, for example.`,
    );
  }
  if (only && !mayWrite && !only.read.has(first)) throw readOnly(first.toUpperCase());
  if (dialect === 'mysql' && !mayWrite && writesFile(text)) throw readOnly('INTO OUTFILE');
  if (outline.hasMore && !mayHoldMore(outline, dialect)) {
    throw wrong('The query contains several statements. Use one step for each statement.');
  }
}

/** Functions, procedures and triggers contain statements in their bodies. */
function mayHoldMore({ words: [first, ...others] }: SqlOutline, dialect: Dialect): boolean {
  if (first !== 'create') return false;
  return dialect !== 'sqlite' || others.slice(0, 2).includes('trigger');
}

/** A read-only transaction of MySQL can still write files on the server. */
function writesFile({ parts }: BoundText): boolean {
  return scanSql(parts.join(HOLE), 'mysql').some(
    ({ kind, text }) => kind === 'word' && /^(?:outfile|dumpfile)$/i.test(text),
  );
}

/** A write in a read-only transaction. */
export function readOnly(what: string): ActionError {
  return wrong(`${what} changes data, but the query is read-only. Set allow_write: true to allow changes.`);
}

/** The SQL of the author is invalid. */
export function wrong(message: string, code?: string): ActionError {
  return new ActionError('invalid_params', message, {
    path: 'params.query',
    ...(code === undefined ? {} : { code }),
  });
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
