import type { Command } from 'commander';
import { type DiffOptions, diff, type SinceWorkedOptions, showSinceWorked } from './commands/diff';
import { type LineageOptions, showLineage, showWhy } from './commands/lineage';
import { showTime, type TimeOptions } from './commands/time';
import { showWorstCase, type WorstCaseOptions } from './commands/worst-case';

/** Adds the commands that look inside runs and pipelines of a server. */
export function addInspectCommands(program: Command): void {
  addDiff(program);
  addSinceWorked(program);
  addLineage(program);
  addWhy(program);
  addTime(program);
  addWorstCase(program);
}

function addDiff(program: Command): void {
  program
    .command('diff')
    .description('compare two runs of a pipeline on a server; exit code 1 when a step differs')
    .argument('<base>', 'ID of the run to compare with')
    .argument('<run>', 'ID of the run')
    .option('--server <url>', 'address of the server', 'http://localhost:3000')
    .option('--json', 'print a JSON object', false)
    .action(async (base: string, id: string, options: DiffOptions) => {
      process.exitCode = await diff(base, id, options);
    });
}

function addSinceWorked(program: Command): void {
  program
    .command('since-worked')
    .description(
      'compare a step of a run with the newest earlier run in which it completed; exit code 1 when it failed',
    )
    .argument('<run>', 'ID of the run')
    .argument('<step>', 'the step')
    .option('--iteration <index>', 'compare one iteration: its index from 0, or 6.2 inside nested loops')
    .option('--server <url>', 'address of the server', 'http://localhost:3000')
    .option('--json', 'print a JSON object', false)
    .action(async (id: string, step: string, options: SinceWorkedOptions) => {
      process.exitCode = await showSinceWorked(id, step, options);
    });
}

function addLineage(program: Command): void {
  program
    .command('lineage')
    .description('show where a value of a run comes from, and what reads it')
    .argument('<run>', 'ID of the run, or of the pipeline with --draft')
    .argument('<value>', 'such as steps.fetch.output.body, steps.deploy.params.url or params.region')
    .option('--draft', 'read the draft of a pipeline, without a run', false)
    .option('--direct', 'list only direct readers', false)
    .option('--server <url>', 'address of the server', 'http://localhost:3000')
    .option('--json', 'print a JSON object', false)
    .action(async (id: string, value: string, options: LineageOptions) => {
      process.exitCode = await showLineage(id, value, options);
    });
}

function addWhy(program: Command): void {
  program
    .command('why')
    .description('explain why a step of a run was skipped, failed or has not started')
    .argument('<run>', 'ID of the run')
    .argument('<step>', 'the step')
    .option('--server <url>', 'address of the server', 'http://localhost:3000')
    .option('--json', 'print a JSON object', false)
    .action(async (id: string, step: string, options: Pick<LineageOptions, 'server' | 'json'>) => {
      process.exitCode = await showWhy(id, step, options);
    });
}

function addTime(program: Command): void {
  program
    .command('time')
    .description('show where the time of a run went: critical path, work, waiting and usual durations')
    .argument('<run>', 'ID of the run')
    .option('--at <seconds>', 'print the statuses at this instant, in seconds since the start of the run')
    .option('--server <url>', 'address of the server', 'http://localhost:3000')
    .option('--json', 'print a JSON object', false)
    .action(async (id: string, options: TimeOptions) => {
      process.exitCode = await showTime(id, options);
    });
}

function addWorstCase(program: Command): void {
  program
    .command('worst-case')
    .description(
      'show the longest time that a run of a pipeline can take, from timeouts, attempts and backoff',
    )
    .argument('<pipeline>', 'ID of the pipeline')
    .option('--version <number>', 'a version (default: the draft)')
    .option('--server <url>', 'address of the server', 'http://localhost:3000')
    .option('--json', 'print a JSON object', false)
    .action(async (id: string, options: WorstCaseOptions) => {
      process.exitCode = await showWorstCase(id, options);
    });
}
