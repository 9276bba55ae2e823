import type { SqlDialectName } from '../code/sql-dialect';
import { expressionRegions } from '../expression-input/tokens';

/** A template in an SQL text, which becomes a bound value. */
export interface BoundValue {
  /** `$1`, counted as in the journal. */
  readonly placeholder: string;
  /** The expression without its braces. */
  readonly source: string;
  /** Position of the template, including braces. */
  readonly from: number;
  readonly to: number;
  /** Set where a value cannot be bound: the database would read the placeholder as plain text. */
  readonly inside: 'text' | 'name' | 'comment' | undefined;
}

interface Opened {
  readonly kind: NonNullable<BoundValue['inside']>;
  readonly start: number;
  readonly close: string;
}

type Opening = readonly [mark: string, kind: Opened['kind'], close: string];

const COMMON: readonly Opening[] = [
  ["'", 'text', "'"],
  ['`', 'name', '`'],
  ['--', 'comment', '\n'],
  ['/*', 'comment', '*/'],
];
const OPENINGS: Readonly<Record<SqlDialectName, readonly Opening[]>> = {
  postgres: [...COMMON, ['"', 'name', '"']],
  mysql: [...COMMON, ['"', 'text', '"'], ['#', 'comment', '\n']],
  sqlite: [...COMMON, ['"', 'name', '"'], ['[', 'name', ']']],
};

/** The templates of an SQL text in order, without unfinished ones. */
export function boundValues(sql: string, dialect: SqlDialectName = 'postgres'): BoundValue[] {
  const regions = expressionRegions(sql, 'template').filter((region) => region.closed);
  let open: Opened | undefined;
  let at = 0;
  return regions.map((region, index) => {
    open = readPlain(sql, { from: at, to: region.from, dialect }, open);
    at = region.to;
    return {
      placeholder: `$${index + 1}`,
      source: sql.slice(region.innerFrom, region.innerTo).trim(),
      from: region.from,
      to: region.to,
      inside: open?.kind,
    };
  });
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly dialect: SqlDialectName;
}

/** Scans SQL between templates; returns what is open at its end. A doubled quote closes and reopens. */
function readPlain(sql: string, part: Part, before: Opened | undefined): Opened | undefined {
  let open = before;
  let at = part.from;
  while (at < part.to) {
    if (open !== undefined) {
      const end = sql.indexOf(open.close, at);
      if (end < 0 || end >= part.to) return open;
      at = end + open.close.length;
      open = undefined;
      continue;
    }
    const opening = openingAt(sql, at, part.dialect);
    open = opening;
    at = opening === undefined ? at + 1 : opening.start;
  }
  return open;
}

/** The quote or comment that starts at a position, and the start of its content. */
function openingAt(sql: string, at: number, dialect: SqlDialectName): Opened | undefined {
  const known = OPENINGS[dialect].find(([mark]) => sql.startsWith(mark, at));
  if (known !== undefined) return { kind: known[1], start: at + known[0].length, close: known[2] };
  // PostgreSQL's $tag$ quotes; a placeholder such as $1 is none.
  if (dialect !== 'postgres') return undefined;
  const dollar = /^\$(?:[A-Za-z_]\w*)?\$/.exec(sql.slice(at, at + 64))?.[0];
  return dollar === undefined ? undefined : { kind: 'text', start: at + dollar.length, close: dollar };
}

/** The text without the quotes around a template; undefined when they contain more than the template. */
export function withoutQuotes(sql: string, value: Pick<BoundValue, 'from' | 'to'>): string | undefined {
  const [before, after] = [sql.charAt(value.from - 1), sql.charAt(value.to)];
  if (before !== "'" || after !== "'") return undefined;
  return sql.slice(0, value.from - 1) + sql.slice(value.from, value.to) + sql.slice(value.to + 1);
}
