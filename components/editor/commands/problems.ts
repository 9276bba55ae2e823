import { selectSteps } from '../model/selection';
import { jumpToProblem } from '../panels/problems';
import type { EditorSession } from '../session';
import { announce, type Command } from './command';
import { openDock } from './view';

export const nextProblem: Command = {
  id: 'next-problem',
  label: 'Next problem',
  group: 'view',
  icon: 'err',
  shortcuts: ['F8'],
  scope: 'page',
  enabled: ({ session }) => session.diagnostics.get().length > 0,
  run: ({ session }) => goToProblem(session, 1),
};

export const previousProblem: Command = {
  id: 'previous-problem',
  label: 'Previous problem',
  group: 'view',
  shortcuts: ['Shift+F8'],
  scope: 'page',
  enabled: ({ session }) => session.diagnostics.get().length > 0,
  run: ({ session }) => goToProblem(session, -1),
};

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
