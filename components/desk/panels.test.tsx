// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { leftPanels, offeredIn } from './panels';

it('offers no panel of the server for a run from a file', () => {
  expect(offeredIn('run file', leftPanels).map(({ id }) => id)).toEqual(['outline']);
  expect(offeredIn('read-only run', leftPanels).map(({ id }) => id)).toEqual(['outline', 'runs']);
});
