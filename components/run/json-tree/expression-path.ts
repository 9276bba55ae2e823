import type { JsonPath } from './flatten';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A place as an expression reads it: `steps.score.output.results[0]["first name"]`. docs/rules.md, section 6. */
export function expressionPath(base: string, path: JsonPath): string {
  const rest = path
    .map((part) => {
      if (typeof part === 'number') return `[${part}]`;
      return NAME.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join('');
  return base === '' ? rest.replace(/^\./, '') : base + rest;
}
