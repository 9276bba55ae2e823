import { ActionError } from '../../errors';
import { closest } from '../../expression';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { SQL_COMPARISONS, type SqlComparison, type SqlCondition } from '../../ports';

/**
 * Parses `where`: `{column: value}` for equality, `{column: {">=": value}}` for other comparisons; all must
 * hold. null matches NULL, a list matches any of its values.
 * @throws ActionError `invalid_params` with the path of the column
 */
export function readWhere(where: JsonObject): SqlCondition[] {
  return Object.entries(where).flatMap(([column, value]) => readColumn(column, value));
}

function readColumn(column: string, value: Json): SqlCondition[] {
  if (Array.isArray(value)) return [readComparison(column, 'in', value)];
  if (!isJsonObject(value)) return [readComparison(column, '=', value)];
  const comparisons = Object.entries(value);
  if (comparisons.length === 0) throw wrong(column, `is compared with an empty object. ${COMPARISONS}`);
  return comparisons.map(([is, operand]) => readComparison(column, readOperator(column, is), operand));
}

const COMPARISONS = `Enter a value, or {"<comparison>": value} with one of ${SQL_COMPARISONS.join(' ')}.`;

function readOperator(column: string, written: string): SqlComparison {
  const wanted = SYNONYMS[written.toLowerCase()] ?? written.toLowerCase();
  const known = SQL_COMPARISONS.find((one) => one === wanted);
  if (known !== undefined) return known;
  const near = closest(wanted, SQL_COMPARISONS);
  throw wrong(
    column,
    `has an unknown comparison. ${near === undefined ? COMPARISONS : `Did you mean ${near}?`}`,
  );
}

const SYNONYMS: Readonly<Record<string, SqlComparison | undefined>> = {
  '==': '=',
  '<>': '!=',
  'is null': 'is_null',
};

function readComparison(column: string, is: SqlComparison, value: Json): SqlCondition {
  if (value === null && (is === '=' || is === '!=')) return { column, is: 'is_null', value: is === '=' };
  const problem = CHECKS[is]?.(value) ?? (is === 'in' || is === 'is_null' ? undefined : scalarProblem(value));
  if (problem !== undefined) throw wrong(column, problem);
  return { column, is, value };
}

const CHECKS: Partial<Record<SqlComparison, (value: Json) => string | undefined>> = {
  in: (value) => {
    if (!Array.isArray(value)) return 'uses in, which needs a list.';
    if (value.length > 1000) return `is compared with a list of ${value.length} values. The limit is 1,000.`;
    return value.some((one) => typeof one === 'object')
      ? 'is compared with a list that contains null, a list or an object. Use only text, numbers and booleans.'
      : undefined;
  },
  is_null: (value) => (typeof value === 'boolean' ? undefined : 'uses is_null, which needs true or false.'),
  like: (value) => (typeof value === 'string' ? undefined : 'uses like, which needs text with % and _.'),
};

function scalarProblem(value: Json): string | undefined {
  if (value === null) return 'is compared with null, which has no order. Use is_null.';
  return typeof value === 'object' ? `is compared with a list or an object. ${COMPARISONS}` : undefined;
}

function wrong(column: string, problem: string): ActionError {
  return new ActionError('invalid_params', `${column} in where ${problem}`, {
    path: `params.where.${column}`,
  });
}
