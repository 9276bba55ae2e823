import { expect, it } from 'vitest';
import { newId } from '../../ids';
import { noSuchRun } from './missing';

const runsKeep = { days: 90, count: 500 };
const inDays = (days: number) => ({ now: () => new Date(Date.now() + days * 86_400_000), runsKeep });

it('reports that an old run was deleted because of its age, with the rule', () => {
  const hex = Date.parse('2026-05-04T12:00:00Z').toString(16).padStart(12, '0');
  const { message } = noSuchRun(
    { now: () => new Date('2026-08-03T12:00:00Z'), runsKeep },
    `run_${hex}7${'0'.repeat(19)}`,
  );
  expect(message).toMatch(/was deleted because of its age: runs are deleted 90 days after their end/);
  expect(message).toContain('500 newer ones');
  expect(message).toContain(' of 2026-05-04 ');
});

it('reports possible reasons for a younger run', () => {
  const { message } = noSuchRun(inDays(3), newId('run'));
  expect(message).toMatch(/was not found\. The run was deleted, or belongs to another server/);
});

it.each(['run_none', 'run_', newId('pipeline'), `${newId('run')}0`, newId('run').toUpperCase()])(
  'reports only that there is no run %s',
  (id) => {
    expect(noSuchRun(inDays(500), id).message).toBe(
      `The run ${id} does not exist. Check its id in the list of runs.`,
    );
  },
);

it('reports no reason for a run in the future', () => {
  const id = newId('run');
  expect(noSuchRun(inDays(-1), id).message).toBe(
    `The run ${id} does not exist. Check its id in the list of runs.`,
  );
});
