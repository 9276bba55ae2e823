import { changeRoot, type Fixing, type QuickFix, scalarOf } from './quick-fix';
import { keysAt, withValueAt } from './value-path';

/** `Set parallel to true, …`: sets the parameter beside the one with the problem. */
export function siblingSet({ problem }: Fixing): QuickFix[] {
  const [, name, text = ''] = /^Set (\w+) to (\w+)[.,]/.exec(problem.hint ?? '') ?? [];
  const value = scalarOf(text);
  if (name === undefined || value === undefined) return [];
  return [
    {
      label: `Set ${name} to ${text}`,
      apply: (document) =>
        changeRoot(document, problem, (root) => {
          const keys = keysAt(root, problem.path);
          return keys === undefined ? root : withValueAt(root, [...keys.slice(0, -1), name], value);
        }),
    },
  ];
}
