import { Command, Option } from 'commander';
import { EGRESS_MODES } from '@/lib/server/local';
import { getAction, listActions } from './commands/actions';
import { backupTo } from './commands/backup';
import { checkData } from './commands/check';
import { type ExportRunOptions, exportRun } from './commands/export-run';
import { migrateTables } from './commands/migrate';
import { type RerunOptions, rerun } from './commands/rerun';
import { restoreFrom } from './commands/restore';
import { type RunOptions, run } from './commands/run';
import { listRuns, type RunsOptions } from './commands/runs';
import { showRun } from './commands/show-run';
import { type TestOptions, testPipelines } from './commands/test';
import { type TryOptions, tryStep } from './commands/try';
import { validateFile } from './commands/validate';
import { addDebugCommands } from './debug-commands';
import { except } from './exclusive-options';
import { addInspectCommands } from './inspect-commands';
import { EXIT } from './output';

// The reader of the output may stop early, as `head` does, which is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const collect = (value: string, before: string[]): string[] => [...before, value];

/** Options of which one says what a re-run executes. */
const SCOPES = ['fromFailed', 'from', 'only', 'upTo', 'failedIterations'];

const program = new Command('pipewright')
  .description('Run and check pipelines from the command line.')
  .exitOverride((error) => {
    process.exit(error.exitCode === 0 ? 0 : EXIT.refused);
  });

program
  .command('run')
  .description('run a pipeline file in this process, without a server')
  .argument('<file>', 'pipeline JSON; - reads standard input')
  .option('-p, --param <name=value>', 'run parameter (repeatable)', collect, [])
  .option(
    '--breakpoint <place>',
    'pause at a step, or on an edge such as "a->b:true"; answers are read from standard input (repeatable)',
    collect,
    [],
  )
  .option('--pause-on-failure', 'pause after every failure', false)
  .option('--json', 'print a JSON object', false)
  .addOption(
    new Option(
      '--egress <mode>',
      'egress mode when no server sets it; "open" allows private addresses',
    ).choices(EGRESS_MODES),
  )
  .action(async (file: string, options: RunOptions) => {
    process.exitCode = await run(file, options);
  });

program
  .command('rerun')
  .description('re-run a run on a server; reuses the outputs of unchanged steps')
  .argument('<run>', 'ID of the run')
  .addOption(
    new Option('--from-failed', 'execute what failed and what follows').conflicts(
      except(SCOPES, 'fromFailed'),
    ),
  )
  .addOption(
    new Option('--from <step>', 'execute this step and what follows').conflicts(except(SCOPES, 'from')),
  )
  .addOption(new Option('--only <step>', 'execute this step alone').conflicts(except(SCOPES, 'only')))
  .addOption(
    new Option('--up-to <step>', 'execute what changed up to this step').conflicts(except(SCOPES, 'upTo')),
  )
  .addOption(
    new Option('--failed-iterations', 'execute failed iterations of loops').conflicts(
      except(SCOPES, 'failedIterations'),
    ),
  )
  .addOption(
    new Option('--definition <which>', 'the version that ran, or the pipeline as it is now')
      .choices(['original', 'current'] as const)
      .default('original' as const),
  )
  .option('-p, --param <name=value>', 'run parameter that differs (repeatable)', collect, [])
  .option('--confirm <step>', 'allow the destructive effect of a step (repeatable)', collect, [])
  .option('--use-pins', 'use pinned outputs instead of running their steps', false)
  .option('--breakpoints', 'pause at the breakpoints of the pipeline', false)
  .option('--breakpoint <place>', 'pause at this step or edge instead (repeatable)', collect, [])
  .option('--plan', 'print what the re-run would do, without starting it', false)
  .option('--compare', 'print how the plan differs from the run; exit code 1 when it does', false)
  .option('--server <url>', 'address of the server', 'http://localhost:3000')
  .option('--json', 'print a JSON object', false)
  .action(async (id: string, options: RerunOptions) => {
    process.exitCode = await rerun(id, options);
  });

program
  .command('try')
  .description('try a step of a draft on a server, with inputs from a run or entered values')
  .argument('<pipeline>', 'ID of the pipeline')
  .requiredOption('--step <step>', 'the step')
  .addOption(new Option('--up-to', 'execute the steps that lead to it, too').default(false).conflicts('from'))
  .addOption(new Option('--from', 'execute the steps that follow, too').default(false))
  .option('--iteration <index>', 'execute one iteration of a loop: its index from 0')
  .option('--values-from <run>', 'ID of the run whose results are used, or "none"; default: the newest run')
  .option('--no-pins', 'execute steps whose output is pinned')
  .option('--input <reference=json>', 'value, such as steps.fetch.output.count=3 (repeatable)', collect, [])
  .option('--confirm <step>', 'allow the destructive effect of a step (repeatable)', collect, [])
  .option('--breakpoints', 'pause at the breakpoints of the pipeline', false)
  .option('--breakpoint <place>', 'pause at this step or edge instead (repeatable)', collect, [])
  .option('--plan', 'print what the try would do, without starting it', false)
  .option('--server <url>', 'address of the server', 'http://localhost:3000')
  .option('--json', 'print a JSON object', false)
  .action(async (id: string, options: TryOptions) => {
    process.exitCode = await tryStep(id, options);
  });

addDebugCommands(program);

program
  .command('test')
  .description('run the tests of pipelines without effects; exit code 1 when one fails')
  .argument(
    '[pipelines...]',
    'pipeline files with tests beside them (x.json and x.tests.json), or IDs on a server; default: all tests of this folder',
  )
  .option('--junit <file>', 'write the results as JUnit XML')
  .option('--server <url>', 'address of the server', 'http://localhost:3000')
  .option('--json', 'print a JSON object', false)
  .action(async (targets: string[], options: TestOptions) => {
    process.exitCode = await testPipelines(targets, options);
  });

addInspectCommands(program);

program
  .command('runs')
  .description('list runs on a server, newest first, or search them')
  .option('--search <text>', 'filters and words, such as: status:failed param.model:llama error:"timed out"')
  .option('--saved <name>', 'a saved search; --search narrows it')
  .option('--pipeline <id>', 'only runs of this pipeline')
  .option('--before <run>', 'continue after this run')
  .option('--limit <number>', 'runs to print, up to 200', '50')
  .option('--server <url>', 'address of the server', 'http://localhost:3000')
  .option('--json', 'print a JSON object', false)
  .action(async (options: RunsOptions) => {
    process.exitCode = await listRuns(options);
  });

program
  .command('export-run')
  .description('print a run as a run file for “Open run file”; secrets are masked')
  .argument('<run>', 'ID of the run')
  .option('--server <url>', 'address of the server', 'http://localhost:3000')
  .action(async (id: string, options: ExportRunOptions) => {
    process.exitCode = await exportRun(id, options);
  });

program
  .command('show-run')
  .description('show a run file: its steps, attempts and failures')
  .argument('<file>', 'file of export-run or “Download run”; - reads standard input')
  .option('--json', 'print a JSON object', false)
  .action(async (file: string, options: { json: boolean }) => {
    process.exitCode = await showRun(file, options);
  });

program
  .command('validate')
  .description('check a pipeline file without running it')
  .argument('<file>', 'pipeline JSON; - reads standard input')
  .option('--json', 'print a JSON object', false)
  .action(async (file: string, options: { json: boolean }) => {
    process.exitCode = await validateFile(file, options);
  });

const actions = program.command('actions').description('list and show actions');
actions
  .command('list')
  .description('list the actions')
  .option('--category <name>', 'only this category')
  .option('--json', 'print a JSON list', false)
  .action((options: { json: boolean; category?: string }) => {
    process.exitCode = listActions(options);
  });
actions
  .command('get')
  .description('show one action')
  .argument('<type>', 'action type or alias')
  .option('--json', 'print a JSON object', false)
  .action((type: string, options: { json: boolean }) => {
    process.exitCode = getAction(type, options);
  });

program
  .command('backup')
  .description('write a backup; the server may be running or stopped')
  .option('--to <file>', 'file to write, or a folder; default: the folder backups of the data folder')
  .option('--with-files', 'include files stored in S3', false)
  .option('--json', 'print a JSON object', false)
  .action(async (options: { to?: string; withFiles: boolean; json: boolean }) => {
    process.exitCode = await backupTo(options);
  });

program
  .command('restore')
  .description('restore a backup into an empty data folder, or the empty database of DATABASE_URL')
  .argument('<file>', 'backup file')
  .option('--to <folder>', 'data folder (default: from the settings)')
  .option('--dry-run', 'check the backup and print what would be restored, without changes', false)
  .option('--json', 'print a JSON object', false)
  .action(async (file: string, options: { to?: string; dryRun: boolean; json: boolean }) => {
    process.exitCode = await restoreFrom(file, options);
  });

program
  .command('check')
  .description('verify all stored data and report damage')
  .option('--data <folder>', 'data folder (default: from the settings)')
  .option('--json', 'print a JSON object', false)
  .action(async (options: { data?: string; json: boolean }) => {
    process.exitCode = await checkData(options);
  });

program
  .command('migrate')
  .description('migrate the database of DATABASE_URL to this release')
  .option('--json', 'print a JSON object', false)
  .action(async (options: { json: boolean }) => {
    process.exitCode = await migrateTables(options);
  });

await program.parseAsync();
