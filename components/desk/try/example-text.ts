import { type ExampleValues, exampleOf } from '@/components/editor/model/samples';
import { parseExpression, references } from '@/engine';

/** The value of a reference in earlier runs, as JSON text; empty without one, or when parts of it are left out. */
export function exampleText(name: string, values: ExampleValues): string {
  const [reference] = references(parseExpression(name));
  const step = reference?.step;
  if (step !== undefined && values.steps[step]?.shortened === true) return '';
  const value = exampleOf(`{{${name}}}`, values);
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}
