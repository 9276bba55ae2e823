import { javascriptLanguage } from '@codemirror/lang-javascript';
import { withoutTrailing } from '@/engine';

/** A syntax error in the text of a function. */
export interface ScriptProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** The language of one function: `function (item) { … }` is an expression here, not a declaration without a name. */
export const functionLanguage = javascriptLanguage.configure({ top: 'SingleExpression' });

type Tree = ReturnType<typeof functionLanguage.parser.parse>;

const FUNCTIONS = new Set(['ArrowFunction', 'FunctionExpression']);
const MOST = 3;

/** Syntax problems of a text that must be one function expression. The text is parsed, not executed. */
export function scriptProblems(text: string): ScriptProblem[] {
  // Trailing semicolons are allowed.
  const source = withoutTrailing(text, '; \t\r\n');
  if (source.trim() === '') return [];
  const tree = functionLanguage.parser.parse(source);
  const problems: ScriptProblem[] = [];
  tree.iterate({
    enter(node) {
      if (node.type.isError && problems.length < MOST) problems.push(mistakeAt(node, source));
      return problems.length < MOST;
    },
  });
  if (problems.length > 0) return problems;
  return isFunction(tree)
    ? []
    : [
        {
          from: 0,
          to: source.length,
          message: 'Not a function. Enter a function, for example (item, index) => item.',
        },
      ];
}

function mistakeAt({ from, to }: { from: number; to: number }, source: string): ScriptProblem {
  const text = source.slice(from, to).trim();
  if (text !== '')
    return {
      from,
      to,
      message: `Unexpected “${shortened(text)}”, or something is missing before it.`,
    };
  const isEnd = source.slice(from).trim() === '';
  return {
    from,
    to,
    message: isEnd
      ? 'The function is incomplete: something is missing at the end.'
      : 'Something is missing here.',
  };
}

function isFunction(tree: Tree): boolean {
  let node = tree.topNode.firstChild;
  while (
    node !== null &&
    (node.name === 'ParenthesizedExpression' || node.name.endsWith('Comment') || node.name === '(')
  ) {
    node = node.name === 'ParenthesizedExpression' ? node.firstChild : node.nextSibling;
  }
  return node !== null && FUNCTIONS.has(node.name);
}

function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}
