import { selectSteps } from '../model/selection';
import { jumpToProblem } from '../panels/problems';
import type { EditorSession } from '../session';
import { announce, type Command, type CommandContext } from './command';
import { openDock } from './view';

export const nextProblem: Command = {
  id: 'next-problem',
  label: 'Next problem',
  group: 'view',
  icon: 'err',
  shortcuts: ['F8'],
  scope: 'page',
  enabled: hasProblems,
  run: ({ session }) => goToProblem(session, 1),
};

export const previousProblem: Command = {
  id: 'previous-problem',
  label: 'Previous problem',
  group: 'view',
  shortcuts: ['Shift+F8'],
  scope: 'page',
  enabled: hasProblems,
  run: ({ session }) => goToProblem(session, -1),
};

/** The definition of a run is not checked, and F8 continues it. */
function hasProblems({ session, lens }: CommandContext): boolean {
  return !lens && session.diagnostics.get().length > 0;
}

function goToProblem(session: EditorSession, by: 1 | -1): void {
  const problem = jumpToProblem(session.diagnostics.get(), by);
  if (problem === undefined) return;
  openDock(session, 'problems');
  if (problem.step !== undefined) {
    session.store.select(selectSteps(problem.step));
    session.view.get()?.reveal([problem.step]);
  }
  announce(session, [problem.message, problem.hint].filter(Boolean).join(' '));
}
