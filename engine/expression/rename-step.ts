import { children, type Node, type StepNode } from './ast';
import { parseExpression } from './parse';
import { isTemplate, parseTemplate } from './template';
import { ExpressionError } from './types';

/** A condition with every reference to one step renamed; text that cannot be parsed stays as it is. */
export function renameStepInExpression(text: string, from: string, to: string): string {
  return unlessBroken(text, () => renamed(text, stepNodes(parseExpression(text).root), from, to));
}

/** A text with every reference to one step in its templates renamed; text that cannot be parsed stays as it is. */
export function renameStepInTemplate(text: string, from: string, to: string): string {
  if (!isTemplate(text)) return text;
  return unlessBroken(text, () => {
    const nodes = parseTemplate(text).parts.flatMap((part) =>
      part.kind === 'expression' ? stepNodes(part.expression.root) : [],
    );
    return renamed(text, nodes, from, to);
  });
}

function renamed(text: string, nodes: readonly StepNode[], from: string, to: string): string {
  const ranges = nodes.filter((node) => node.step === from).map((node) => node.stepRange);
  let result = '';
  let position = 0;
  for (const range of ranges) {
    result += text.slice(position, range.start) + to;
    position = range.end;
  }
  return result + text.slice(position);
}

function stepNodes(node: Node): StepNode[] {
  return node.kind === 'step' ? [node] : children(node).flatMap(stepNodes);
}

function unlessBroken(text: string, rename: () => string): string {
  try {
    return rename();
  } catch (error) {
    if (error instanceof ExpressionError) return text;
    throw error;
  }
}
