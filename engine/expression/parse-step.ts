import { ERROR_FIELDS, type ErrorField, STEP_ASPECTS, type StepAspect, type StepNode } from './ast';
import type { Cursor } from './cursor';
import { isSymbol, rangeOf } from './lex';
import { closest } from './suggest';
import { ExpressionError, type Range } from './types';

/** `steps.<id>.<aspect>` or `steps["<id>"].<aspect>`, after the word `steps`. */
export function parseStep(cursor: Cursor, root: Range): StepNode {
  const id = access(cursor, 'Expected a step ID after steps', 'Write steps.fetch.output.name.');
  const what = 'Expected a field of the step';
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

/** Parses a literal name after a point or in brackets. */
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
  const hint = `Fields of an error: ${ERROR_FIELDS.join(', ')}.`;
  const field = access(cursor, 'Expected a field of the error', hint);
  const name = ERROR_FIELDS.find((candidate) => candidate === field.name);
  if (!name) throw new ExpressionError(`Unknown field ${field.name} of an error.`, rangeOf(field), hint);
  return { name, end: field.accessEnd };
}

function stepAspect(name: string): StepAspect | undefined {
  return name === 'outputs' ? 'output' : STEP_ASPECTS.find((aspect) => aspect === name);
}

function unknownAspect(step: string, aspect: Range & { readonly name: string }): ExpressionError {
  const near = closest(aspect.name, [...STEP_ASPECTS, 'outputs']);
  const hint = near
    ? `Did you mean steps.${step}.${near}?`
    : `Write steps.${step}.output.${aspect.name} for a field of the output. Fields of a step: output, status and error.`;
  return new ExpressionError(`Unknown field ${aspect.name} of a step.`, rangeOf(aspect), hint);
}
