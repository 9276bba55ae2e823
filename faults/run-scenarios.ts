import type { Harness } from './harness';
import type { Outcome } from './report';
import type { Scenario, ScenarioOptions } from './scenario';

/** Runs scenarios sequentially and reports each as it ends. */
export async function runScenarios(
  harness: Harness,
  scenarios: readonly Scenario[],
  options: ScenarioOptions,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const scenario of scenarios) {
    const outcome = await runScenario(harness, scenario, options);
    outcomes.push(outcome);
    console.log(`\n${outcome.name}: ${outcome.result} in ${outcome.seconds} s (seed ${options.seed})`);
    for (const line of outcome.lines) console.log(`  ${line}`);
  }
  return outcomes;
}

/** Runs one scenario. An exception counts as a failure. */
export async function runScenario(
  harness: Harness,
  scenario: Scenario,
  options: ScenarioOptions,
): Promise<Outcome> {
  const start = performance.now();
  const { lines, problems, notRun } = await scenario.run(harness, options).catch((error: unknown) => ({
    lines: [],
    problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    notRun: undefined,
  }));
  const seconds = Math.round((performance.now() - start) / 1000);
  if (notRun !== undefined) {
    return { name: scenario.name, result: 'NOT RUN', lines: [notRun], problems: [], seconds };
  }
  if (problems.length === 0)
    return { name: scenario.name, result: 'passed', lines: [...lines], problems, seconds };
  harness.processes.keepLogs();
  const logs = `The logs of the processes are in ${harness.processes.folder}.`;
  return { name: scenario.name, result: 'FAILED', lines: [...lines, ...problems, logs], problems, seconds };
}
