import type { Diagnostic } from '@/engine';
import { selectSteps } from '../model/selection';
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

/** Selects the step a problem is about and brings it into sight. */
export function showProblem(session: EditorSession, problem: Diagnostic): void {
  session.currentProblem.set(problem);
  openDock(session, 'problems');
  if (problem.step !== undefined) {
    session.store.select(selectSteps(problem.step));
    session.view.get()?.reveal([problem.step]);
  }
  announce(session, [problem.message, problem.hint].filter(Boolean).join(' '));
}

function goToProblem(session: EditorSession, by: 1 | -1): void {
  const all = session.diagnostics.get();
  const current = session.currentProblem.get();
  const at = all.findIndex((problem) => problem === current);
  const fallback = by === 1 ? 0 : all.length - 1;
  const next = all[at < 0 ? fallback : (at + by + all.length) % all.length];
  if (next !== undefined) showProblem(session, next);
}
