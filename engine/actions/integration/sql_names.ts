import { ActionError } from '../../errors';
import type { SqlDialect } from './sql_scan';

/** Longest names: in PostgreSQL in bytes, elsewhere in characters. PostgreSQL would truncate a longer name. */
const LONGEST: Readonly<Record<SqlDialect, number>> = { postgres: 63, mysql: 64, sqlite: 128 };

/**
 * Checks the name of a table, optionally qualified with its schema.
 * @throws ActionError `invalid_params` at `params.table`
 */
export function checkTable(table: string, dialect: SqlDialect): void {
  const names = table.split('.');
  if (names.length > 2) {
    throw wrong('The table name has more than one dot. Enter table, or schema.table.', 'params.table');
  }
  for (const name of names) checkName(name, 'table', dialect, 'params.table');
}

/** Checks the name of a column. @throws ActionError `invalid_params` */
export function checkColumn(column: string, dialect: SqlDialect, path: string): void {
  checkName(column, 'column', dialect, path);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f\p{Surrogate}]/u;

function checkName(name: string, what: string, dialect: SqlDialect, path: string): void {
  if (name === '') throw wrong(`A ${what} name is empty. Enter a name.`, path);
  if (CONTROL.test(name)) {
    throw wrong(`A ${what} name contains a control character. Remove it.`, path);
  }
  const length = dialect === 'postgres' ? new TextEncoder().encode(name).length : [...name].length;
  if (length > LONGEST[dialect]) {
    const unit = dialect === 'postgres' ? 'bytes' : 'characters';
    throw wrong(
      `A ${what} name has ${length} ${unit}. The limit of the database is ${LONGEST[dialect]}.`,
      path,
    );
  }
}

function wrong(message: string, path: string): ActionError {
  return new ActionError('invalid_params', message, { path });
}
