import { expressionPath } from '@/components/json-tree/flatten';
import { type JsonSchema, knownFields, typeText } from '@/engine';
import type { ExpressionScope } from '../expression-input/expression-scope';

/** One field of an output. */
export interface DataRow {
  /** The expression that reads it. */
  readonly reference: string;
  readonly name: string;
  readonly depth: number;
  readonly type: string;
}

/** Levels and rows of an output that are listed; deeper fields are suggested while typing. */
const MAX_DEPTH = 3;
const MAX_ROWS = 60;

/** The declared fields of a step's output and those of its newest run, each below the value that contains it. */
export function dataRows(id: string, scope: Pick<ExpressionScope, 'step'>): DataRow[] {
  const base = `steps.${id}.output`;
  const schema = scope.step(id) ?? {};
  const rows: DataRow[] = [{ reference: base, name: 'output', depth: 0, type: typeText(schema) }];
  addFields(rows, base, schema, []);
  return rows.slice(0, MAX_ROWS);
}

function addFields(rows: DataRow[], base: string, schema: JsonSchema, path: readonly string[]): void {
  if (path.length >= MAX_DEPTH || rows.length >= MAX_ROWS) return;
  for (const [name, field] of new Map(knownFields(schema))) {
    const own = [...path, name];
    rows.push({ reference: expressionPath(base, own), name, depth: own.length, type: typeText(field) });
    addFields(rows, base, field, own);
  }
}
