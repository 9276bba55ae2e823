import {
  checkExpression,
  coerceRunParams,
  ExpressionError,
  type Json,
  type JsonObject,
  type ParamDeclaration,
  parseTemplate,
  type TypeScope,
  templateTexts,
} from '@/engine';
import type { TriggerType } from '@/lib/contracts/triggers';
import { triggerSchema } from './trigger-schema';

/** A problem in one field of a trigger. */
export interface FieldProblem {
  /** Path in the request: `trigger.config.cron`. */
  readonly path: string;
  readonly message: string;
}

interface WrittenParams {
  readonly type: TriggerType;
  readonly params: JsonObject;
  readonly declared: Readonly<Record<string, ParamDeclaration>>;
}

/**
 * Problems in the params of a trigger: values are checked like those of a run, templates by what they read. A
 * webhook without params uses its requests.
 */
export function paramProblems({ type, params, declared }: WrittenParams): FieldProblem[] {
  const isFromRequest = type === 'webhook' && Object.keys(params).length === 0;
  const problems = isFromRequest ? [] : valueProblems(params, declared);
  for (const [name, value] of Object.entries(params)) {
    const expect = Object.hasOwn(declared, name) ? declared[name] : undefined;
    problems.push(...templateProblems(name, value, { type, expect: expect?.type }));
  }
  return problems;
}

function valueProblems(
  params: JsonObject,
  declared: Readonly<Record<string, ParamDeclaration>>,
): FieldProblem[] {
  const isTemplate = (name: string) => templateTexts(params[name] ?? null).length > 0;
  const written = Object.keys(params).filter((name) => Object.hasOwn(declared, name) && isTemplate(name));
  const others = Object.entries(declared).filter(([name]) => !written.includes(name));
  const values = Object.entries(params).filter(([name]) => !written.includes(name));
  const result = coerceRunParams(Object.fromEntries(others), Object.fromEntries(values));
  if (result.ok) return [];
  return result.problems.map(({ path, message, hint }) => ({
    path: `trigger.${path}`,
    message: hint === undefined ? message : `${message} ${hint}`,
  }));
}

function templateProblems(
  name: string,
  value: Json,
  { type, expect }: { type: TriggerType; expect: ParamDeclaration['type'] | undefined },
): FieldProblem[] {
  const types: TypeScope = {
    step: () => undefined,
    names: { trigger: triggerSchema(type), now: { type: 'string' } },
  };
  return templateTexts(value).flatMap(({ path: below, text }) => {
    const path = ['trigger.params', name, ...below].join('.');
    const wanted = below.length === 0 && expect !== undefined ? { type: expect } : undefined;
    return problemsOfText(text, types, wanted).map((message) => ({ path, message }));
  });
}

function problemsOfText(text: string, types: TypeScope, expect: { type: string } | undefined): string[] {
  try {
    const template = parseTemplate(text);
    return template.parts.flatMap((part) => {
      if (part.kind !== 'expression') return [];
      const found = checkExpression(part.expression, types, template.whole ? expect : undefined);
      return found
        .filter(({ severity }) => severity === 'error')
        .map(({ message, hint }) => (hint === undefined ? message : `${message} ${hint}`));
    });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [error.hint === undefined ? error.message : `${error.message} ${error.hint}`];
  }
}
