import { ERROR_FIELDS, type ErrorField, STEP_ASPECTS, type StepAspect, type StepNode } from './ast';
import type { Cursor } from './cursor';
import { isSymbol, rangeOf } from './lex';
import { closest } from './suggest';
import { ExpressionError, type Range } from './types';

/** `steps.<id>.<aspect>` or `steps["<id>"].<aspect>`, after the word `steps`. */
export function parseStep(cursor: Cursor, root: Range): StepNode {
  const id = access(cursor, "steps is followed by a step's id", 'Write steps.fetch.output.name.');
  const what = 'Say what of the step is meant';
  const aspectName = access(cursor, what, `Write steps.${id.name}.output, .status or .error.`);
  const aspect = stepAspect(aspectName.name);
  if (!aspect) throw unknownAspect(id.name, aspectName);
  const field = aspect === 'error' ? errorField(cursor) : undefined;
  const end = field?.end ?? aspectName.accessEnd;
  return {
    kind: 'step',
    step: id.name,
    stepRange: { start: id.start, end: id.end },
    aspect,
    field: field?.name,
    start: root.start,
    end,
  };
}

/** A name after a point or in brackets, where only a written name will do. */
function access(
  cursor: Cursor,
  missing: string,
  hint: string,
): Range & { readonly name: string; readonly accessEnd: number } {
  const opening = cursor.advance();
  const token = isSymbol(opening, '.') || isSymbol(opening, '[') ? cursor.advance() : opening;
  if (isSymbol(opening, '.') && token.kind === 'name') return { ...token, accessEnd: token.end };
  if (isSymbol(opening, '[') && token.kind === 'string') {
    const close = cursor.close('[', opening);
    return { name: token.value, start: token.start + 1, end: token.end - 1, accessEnd: close.end };
  }
  throw new ExpressionError(`${missing}.`, rangeOf(token), hint);
}

function errorField(cursor: Cursor): { readonly name: ErrorField; readonly end: number } | undefined {
  const isPoint = isSymbol(cursor.peek(), '.') && !isSymbol(cursor.peek(2), '(');
  const isKey = isSymbol(cursor.peek(), '[') && cursor.peek(1).kind === 'string';
  if (!isPoint && !isKey) return undefined;
  const hint = `An error has ${ERROR_FIELDS.join(', ')}.`;
  const field = access(cursor, 'Say what of the error is meant', hint);
  const name = ERROR_FIELDS.find((candidate) => candidate === field.name);
  if (!name) throw new ExpressionError(`An error has no ${field.name}.`, rangeOf(field), hint);
  return { name, end: field.accessEnd };
}

function stepAspect(name: string): StepAspect | undefined {
  return name === 'outputs' ? 'output' : STEP_ASPECTS.find((aspect) => aspect === name);
}

function unknownAspect(step: string, aspect: Range & { readonly name: string }): ExpressionError {
  const near = closest(aspect.name, [...STEP_ASPECTS, 'outputs']);
  const hint = near
    ? `Did you mean steps.${step}.${near}?`
    : `Write steps.${step}.output.${aspect.name} for a field of its output; a step has output, status and error.`;
  return new ExpressionError(`A step has no ${aspect.name}.`, rangeOf(aspect), hint);
}
