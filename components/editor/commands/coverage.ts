import { COVERAGE_CHOICES, type CoverageChoice } from '../model/coverage';
import type { EditorSession } from '../session';
import { announce, type Command } from './command';

/** Shows the coverage of the tests, or hides the coverage that is shown. */
export const toggleCoverage: Command = {
  id: 'coverage',
  label: 'Show coverage',
  group: 'view',
  icon: 'test',
  shortcuts: ['Shift+C'],
  scope: 'canvas',
  enabled: ({ session }) => !session.readOnly,
  run: ({ session }) => showCoverage(session, session.coverage.get() === 'off' ? 'tests' : 'off'),
};

/** Shows a coverage on the canvas. */
export function showCoverage(session: EditorSession, choice: CoverageChoice): void {
  session.coverage.set(choice);
  const label = COVERAGE_CHOICES.find(({ value }) => value === choice)?.label ?? '';
  announce(session, choice === 'off' ? 'Coverage is hidden.' : `Coverage is shown: ${label.toLowerCase()}.`);
}
