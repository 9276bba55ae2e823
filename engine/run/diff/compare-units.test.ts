import { expect, it } from 'vitest';
import { PENDING_UNIT } from '../state/pending-unit';
import type { UnitState } from '../state/state';
import { compareUnits } from './compare-units';

const done: UnitState = { ...PENDING_UNIT, status: 'completed', output: { value: 1 } };
const failed: UnitState = {
  ...PENDING_UNIT,
  status: 'failed',
  error: { kind: 'timeout', message: 'No response within 15 s.' },
};
const side = (unit: UnitState, inputs: Record<string, string | number>, written = { id: 'a' } as object) => ({
  step: undefined,
  unit,
  inputs,
  written: JSON.parse(JSON.stringify(written)),
});

it('names the parameters that differ before those that are the same', () => {
  const { inputDiffs } = compareUnits(
    side(done, { url: 'a', method: 'GET', timeout: 1 }),
    side(failed, { method: 'GET', url: 'b', body: 'x' }),
  );
  expect(inputDiffs).toEqual([
    { name: 'url', isSame: false, left: 'a', right: 'b' },
    { name: 'body', isSame: false, left: undefined, right: 'x' },
    { name: 'timeout', isSame: false, left: 1, right: undefined },
    { name: 'method', isSame: true, left: 'GET', right: 'GET' },
  ]);
});

it('says how the definition differs, and how the step ended', () => {
  const found = compareUnits(
    side(done, {}, { id: 'a', timeout_seconds: 30 }),
    side(failed, {}, { id: 'a', timeout_seconds: 15 }),
  );
  expect(found.definitionDiff.changes).toEqual([
    { kind: 'changed', path: ['timeout_seconds'], left: 30, right: 15 },
  ]);
  expect([found.left?.status, found.right?.status, found.endsDifferently]).toEqual([
    'completed',
    'failed',
    true,
  ]);
});

it('compares a step that never ran before without values', () => {
  const found = compareUnits(
    { step: undefined, unit: undefined, inputs: undefined, written: undefined },
    side(failed, { url: 'b' }),
  );
  expect(found.left).toBeUndefined();
  expect(found.inputDiffs).toEqual([{ name: 'url', isSame: false, left: undefined, right: 'b' }]);
});
