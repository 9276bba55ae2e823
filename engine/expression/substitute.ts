import type { Expression, NameNode, StepNode } from './ast';
import { evaluateNode } from './evaluate';
import { literalPath, type ReferenceNode, referenceNodes } from './references';
import { ExpressionError, type Scope } from './types';
import { shortLiteral } from './values';

/** Longest value shown, in characters. */
const MAX_SHOWN = 60;

/**
 * The expression's text with every reference replaced by its value as JSON, or by `missing`, to show why a step was
 * skipped. Long values are shortened; secrets stay as written. Never throws.
 */
export function substitute(expression: Expression, scope: Scope): string {
  let text = '';
  let from = expression.start;
  for (const { node } of referenceNodes(expression.root)) {
    // A reference inside the brackets of another one is already replaced.
    if (node.start < from) continue;
    text += expression.text.slice(from, node.start) + shown(node, expression, scope);
    from = node.end;
  }
  return text + expression.text.slice(from, expression.end);
}

function shown(node: ReferenceNode, expression: Expression, scope: Scope): string {
  const isSecret = referenceNodes(node).some((inner) => isSecretRoot(literalPath(inner.node).base));
  if (isSecret) return expression.text.slice(node.start, node.end);
  try {
    return shortLiteral(evaluateNode(node, scope, { missing: 'error' }), MAX_SHOWN);
  } catch (error) {
    if (error instanceof ExpressionError) return 'missing';
    throw error;
  }
}

function isSecretRoot(base: NameNode | StepNode): boolean {
  return base.kind === 'name' && base.name === 'secrets';
}
