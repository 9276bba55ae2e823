import type { JsonSchema } from '../catalogue';
import type { Json } from '../json';
import { firstProblem, pathText, problemText } from '../schema-problem';
import { isTimeLimit, TIME_LIMIT_NEEDS } from '../value-limits';
import type { Diagnostic } from './diagnostic';
import { coerce } from './run-params';
import {
  MAX_KEEP_DAYS,
  MAX_KEEP_RUNS,
  MAX_PRIORITY,
  ON_INTERRUPT,
  type ParamDeclaration,
  type PipelineDocument,
  paramDeclarationSchema,
} from './schema';

const MAX_NAME = 255;
const PARAM_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Problems of the document outside its steps: name, declared params, settings. */
export function checkDocument(document: PipelineDocument, report: (problem: Diagnostic) => void): void {
  const { name } = document;
  if (name !== undefined && (name.trim() === '' || name.length > MAX_NAME)) {
    report({
      code: 'invalid_setting',
      severity: 'error',
      path: 'name',
      message:
        name.trim() === ''
          ? 'The pipeline has no name.'
          : `The name has ${name.length} characters. The limit is ${MAX_NAME}.`,
    });
  }
  for (const [param, declaration] of Object.entries(document.params ?? {}))
    checkDeclaration(param, declaration, report);
  checkSettings(document, report);
}

function checkDeclaration(
  name: string,
  declaration: ParamDeclaration,
  report: (problem: Diagnostic) => void,
): void {
  const at = (field: string, message: string, hint?: string): void => {
    const path = `params.${name}${field}`;
    report({
      code: 'invalid_parameter',
      severity: 'error',
      path,
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  };
  if (!PARAM_NAME.test(name)) {
    at(
      '',
      `${JSON.stringify(name)} is not a valid param name.`,
      'Use letters, digits and _, starting with a letter.',
    );
  }
  const parsed = paramDeclarationSchema.safeParse(declaration);
  if (!parsed.success) {
    const { path: inside, issue } = firstProblem(parsed.error);
    at(`.${inside.join('.')}`, problemText(`params.${pathText([name, ...inside], '')}`, issue));
    return;
  }
  const { type, default: fallback, enum: values } = parsed.data;
  if (fallback !== undefined && coerce(fallback, type) === undefined) {
    at('.default', `The default of the param ${name} is not of type ${type}.`);
  }
  for (const value of values ?? []) {
    if (coerce(value, type) === undefined)
      at('.enum', `${JSON.stringify(value)} is not of type ${type}, the type of the param ${name}.`);
  }
}

function checkSettings(document: PipelineDocument, report: (problem: Diagnostic) => void): void {
  const settings = document.settings ?? {};
  const expect = (key: string, isRight: boolean, needs: string): void => {
    if (isRight) return;
    report({
      code: 'invalid_setting',
      severity: 'error',
      path: `settings.${key}`,
      message: `settings.${key} needs ${needs}.`,
    });
  };
  const { timeout_seconds, max_parallel_steps, priority, on_interrupt } = settings;
  expect('timeout_seconds', timeout_seconds === undefined || isTimeLimit(timeout_seconds), TIME_LIMIT_NEEDS);
  const isCount =
    max_parallel_steps === undefined || (Number.isInteger(max_parallel_steps) && max_parallel_steps >= 1);
  expect('max_parallel_steps', isCount, 'a whole number of 1 or more');
  const isPriority =
    priority === undefined || (Number.isInteger(priority) && priority >= 0 && priority <= MAX_PRIORITY);
  expect('priority', isPriority, `a whole number from 0 to ${MAX_PRIORITY}`);
  for (const [key, most] of Object.entries({ keep_days: MAX_KEEP_DAYS, keep_runs: MAX_KEEP_RUNS })) {
    expect(key, isKept(settings[key], most), `a whole number from 1 to ${most}`);
  }
  expect(
    'on_interrupt',
    on_interrupt === undefined || ON_INTERRUPT.includes(on_interrupt),
    ON_INTERRUPT.join(', '),
  );
}

function isKept(value: unknown, most: number): boolean {
  return value === undefined || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most);
}

/** The declared params as the schema of `params`. */
export function paramsSchema(declarations: Readonly<Record<string, ParamDeclaration>>): JsonSchema {
  const properties = Object.entries(declarations).map(([name, declaration]): [string, JsonSchema] => {
    const { enum: values, type, description, default: fallback } = declaration;
    const choices: readonly Json[] | undefined = values && values.length > 0 ? values : undefined;
    const facts = {
      ...(choices && { enum: choices }),
      ...(description === undefined ? {} : { description }),
      ...(fallback === undefined ? {} : { default: fallback }),
    };
    return [name, { type: type ?? 'string', ...facts }];
  });
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}
