import type { Failure } from '../../errors';
import type { Clock } from '../../ports';
import type { AttemptAddress, AttemptOutcome, EffectExecutor } from '../effects/effect-executor';
import { unitKey } from '../state/unit';
import { type Fixtures, fixtureFor } from './fixtures';
import type { Fixture } from './schema';

/** Answers every attempt from the fixtures, at the virtual time when it would have ended. Nothing is executed. */
export function fixtureExecutor(fixtures: Fixtures, clock: Clock): EffectExecutor {
  return {
    execute(attempt) {
      const fixture = fixtureFor(fixtures, attempt);
      const outcome = fixture ? outcomeOf(fixture) : { failure: noFixture(attempt) };
      if (outcome === undefined) return new Promise(() => undefined);
      const end = clock.now().getTime() + (fixture?.seconds ?? 0) * 1000;
      return new Promise((resolve) => clock.at(new Date(end), () => resolve(outcome)));
    },
    resume: () => undefined,
  };
}

function outcomeOf(fixture: Fixture): AttemptOutcome | undefined {
  if ('output' in fixture) return { output: fixture.output };
  return 'error' in fixture ? { failure: fixture.error } : undefined;
}

function noFixture(attempt: AttemptAddress): Failure {
  const unit = unitKey(attempt);
  return {
    kind: 'rejected',
    message: `${unit} has no fixture, and tests execute no effects. Add a fixture for ${attempt.step}, or update the test from a run.`,
  };
}
