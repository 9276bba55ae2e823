import type { ActionDefinition } from '../../action';
import type { Catalogue } from '../../catalogue';
import { isJsonObject } from '../../json';
import { normalizeParams } from '../../pipeline/normalize';
import type { Step } from '../../pipeline/schema';
import { type UnitAddress, unitKey } from '../state/unit';
import type { Fixture } from './schema';

/** The fixtures of a test, by the units that they answer. */
export type Fixtures = ReadonlyMap<string, Fixture>;

/** The first of two fixtures for the same unit counts. */
export function fixturesOf(fixtures: readonly Fixture[]): Fixtures {
  const byKey = new Map<string, Fixture>();
  for (const fixture of fixtures) {
    const key = unitKey({ step: fixture.step, iteration: fixture.iteration ?? [] });
    if (!byKey.has(key)) byKey.set(key, fixture);
  }
  return byKey;
}

/** The fixture of a unit: its own, or that of all iterations of the step. */
export function fixtureFor(fixtures: Fixtures, address: UnitAddress): Fixture | undefined {
  return fixtures.get(unitKey(address)) ?? fixtures.get(address.step);
}

/** The action that a step performs: its own, or that of its innermost iterations. */
export function performedBy(
  { action, params }: Pick<Step, 'action' | 'params'>,
  catalogue: Catalogue,
): ActionDefinition | undefined {
  const definition = catalogue.find(action);
  if (definition?.kind !== 'control' || typeof params.action !== 'string') return definition;
  const written = isJsonObject(params.action_params) ? params.action_params : {};
  const inner = normalizeParams(written, catalogue.descriptors.find(params.action)).params;
  return performedBy({ action: params.action, params: inner }, catalogue);
}
