'use client';

import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { isJsonObject, type Json, type JsonSchema, parseExpression, typeOf, typeText } from '@/engine';
import type { SqlDialectName } from '../code/sql-dialect';
import { ReferenceText } from '../expression-input/reference-text';
import { type ExpressionKnowledge, useExpressionScope } from '../expression-input/use-expression-scope';
import { type BoundValue, boundValues, withoutQuotes } from './bound-values';
import styles from './bound-values-table.module.css';
import { useLastInputs } from './use-last-inputs';

export interface BoundValuesTableProps {
  sql: string;
  dialect: SqlDialectName;
  /** Called with the corrected text. */
  onChange: (sql: string) => void;
  /** Path of the text below the step: `params.query`. */
  path: string;
  stepId: string | undefined;
  names: readonly string[];
}

const MISPLACED: Readonly<Record<NonNullable<BoundValue['inside']>, string>> = {
  text: 'is inside quotes, where the database treats a placeholder as text. Remove the quotes.',
  name: 'is in the position of a name. Only values can be bound; enter the name itself.',
  comment: 'is inside a comment and has no effect.',
};

/** The values that an SQL text binds: expression, type, and value in the last run of the step. */
export function BoundValuesTable({ sql, dialect, onChange, path, stepId, names }: BoundValuesTableProps) {
  const knowledge = useExpressionScope({ stepId, names });
  const values = useMemo(() => boundValues(sql, dialect), [sql, dialect]);
  const last = useLastInputs(path.startsWith('params.') ? stepId : undefined);
  if (values.length === 0) return null;
  const known = boundTo(last?.inputs[path.slice('params.'.length)], values.length);
  return (
    <>
      <table className={styles.table}>
        <caption>Bound values (sent separately from the SQL text)</caption>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Expression</th>
            <th scope="col">Type</th>
            {known !== undefined && <th scope="col">In run {last?.run}</th>}
          </tr>
        </thead>
        <tbody>
          {values.map((value, index) => (
            <tr key={value.placeholder}>
              <th scope="row">{value.placeholder}</th>
              <td>
                <ReferenceText source={value.source} knowledge={knowledge} />
              </td>
              <td>{typeText(schemaOf(value.source, knowledge))}</td>
              {known !== undefined && (
                <td className={styles.value}>{JSON.stringify(known[index] ?? null)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div aria-live="polite">
        {values.map((value) => (
          <Misplaced key={value.placeholder} sql={sql} value={value} onChange={onChange} />
        ))}
      </div>
    </>
  );
}

function Misplaced({
  sql,
  value,
  onChange,
}: {
  sql: string;
  value: BoundValue;
  onChange: (sql: string) => void;
}) {
  if (value.inside === undefined) return null;
  const fixed = value.inside === 'text' ? withoutQuotes(sql, value) : undefined;
  return (
    <div className={styles.misplaced} data-status="stale">
      <Icon name="warn" size={14} label="warning" />
      <p>
        {value.placeholder} {MISPLACED[value.inside]}
      </p>
      {fixed !== undefined && (
        <Button size="sm" data-fix onClick={() => onChange(fixed)}>
          Remove quotes
        </Button>
      )}
    </div>
  );
}

function schemaOf(source: string, { scope }: ExpressionKnowledge): JsonSchema {
  try {
    return typeOf(parseExpression(source), scope);
  } catch {
    // Unfinished expressions have no type yet.
    return {};
  }
}

/** The values of a bound text in the journal, if the number of templates is unchanged. */
function boundTo(input: Json | undefined, count: number): readonly Json[] | undefined {
  if (!isJsonObject(input) || !Array.isArray(input.values)) return undefined;
  return input.values.length === count ? input.values : undefined;
}
