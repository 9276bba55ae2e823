import { fullReference } from '../model/full-reference';
import { type Fixing, type QuickFix, spliceText } from './quick-fix';

/** Puts a reference in braces, in its full form. */
export function wrapped({ problem }: Fixing): QuickFix[] {
  const insert = /^Write (\{\{.+\}\}) for /.exec(problem.hint ?? '')?.[1];
  const { range } = problem;
  return insert === undefined || range === undefined
    ? []
    : [
        {
          label: 'Wrap in {{ }}',
          apply: (document) => spliceText(document, problem, { ...range, insert }),
        },
      ];
}

/** Completes the short form of a reference: `fetch.body` to `steps.fetch.output.body`. */
export function completed({ problem, text }: Fixing): QuickFix[] {
  const insert = fullReference(problem.hint);
  const { range } = problem;
  return insert === undefined || range === undefined || text === undefined
    ? []
    : [
        {
          label: `Change to ${insert}`,
          apply: (document) => spliceText(document, problem, { ...range, insert }),
        },
      ];
}
