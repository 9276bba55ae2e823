/**
 * The expression language of templates and conditions. docs/rules.md, section 6.
 *
 * A text is parsed once into an `Expression` whose nodes have ranges. Evaluation, checks, references, completion and
 * renaming all use that tree. Values are JSON: own properties only, no host access, no loops, no state.
 *
 *     const condition = parseExpression('steps.my-check.output.status == "healthy"');
 *     test(condition, scope);                        // true or false, missing is null
 *     substitute(condition, scope);                  // '"degraded" == "healthy"'
 *     resolveValue({ url: '{{params.url}}' }, scope) // templates resolved, once
 *
 * Every problem with a text or its values is an `ExpressionError` with a range and usually a hint.
 */
export { accessText, children, type Expression, type Node, pathText } from './ast';
export { checkExpression, typeOf } from './check';
export { type Completion, type CompletionScope, completions } from './complete';
export { evaluate, evaluateNode, test } from './evaluate';
export { Meter, TooMuch } from './meter';
export { MissingError } from './missing';
export { parseExpression } from './parse';
export {
  isWholeReference,
  readsSecret,
  references,
  templateReferences,
  templateTexts,
} from './references';
export {
  evaluateTemplate,
  type ReadExpression,
  ResolveError,
  resolveBound,
  resolveValue,
  resolveWith,
} from './resolve';
export { itemOf, knownFields, typeText } from './shape';
export { substitute } from './substitute';
export { closest } from './suggest';
export { isTemplate, parseTemplate, type Template } from './template';
export { ExpressionError, type Reference, type Scope, type TypeScope } from './types';
export { shortLiteral } from './values';
