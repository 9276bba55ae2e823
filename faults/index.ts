/** `npm run test:faults [names...] [--short] [--seed=n]`: see docs/faults.md. */
import { openHarness } from './harness';
import { runScenarios } from './run-scenarios';
import { scenarios } from './scenarios';

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('--'));
const options = args.filter((arg) => arg.startsWith('--') && arg !== '--short' && !/^--seed=\d+$/.test(arg));
if (options.length > 0) {
  console.error(
    `Unknown option ${options.join(', ')}. Usage: npm run test:faults -- [names...] [--short] [--seed=n]`,
  );
  process.exit(2);
}
const unknown = names.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. There are: ${scenarios.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
const given = args.find((arg) => arg.startsWith('--seed='))?.slice('--seed='.length);
const seed = given === undefined ? Math.floor(Math.random() * 1_000_000) : Number(given);
const wanted = scenarios.filter(({ name }) => names.length === 0 || names.includes(name));

const harness = await openHarness();
process.once('SIGINT', () => void harness.close().finally(() => process.exit(130)));
const outcomes = await runScenarios(harness, wanted, { seed, short: args.includes('--short') }).finally(() =>
  harness.close(),
);
process.exit(outcomes.some(({ result }) => result === 'FAILED') ? 1 : 0);
