import { type Command, Option } from 'commander';
import { type BreakpointsOptions, breakpoints } from './commands/breakpoints';
import { type ContinueOptions, continueRun } from './commands/continue';
import { listPauses, type PausesOptions } from './commands/pauses';
import { except } from './exclusive-options';

/** Options of which one says what is decided about a pause. */
const DECISIONS = ['step', 'retry', 'skip', 'fail', 'output'];

/** Adds the commands about breakpoints and pauses. */
export function addDebugCommands(program: Command): void {
  addBreakpoints(program);
  addPauses(program);
  addContinue(program);
}

function addBreakpoints(program: Command): void {
  program
    .command('breakpoints')
    .description('list the breakpoints of a pipeline on a server, or change one')
    .argument('<pipeline>', 'ID of the pipeline')
    .addOption(
      new Option(
        '--add <place>',
        'add a breakpoint at a step or edge, such as announce, score[], "fast->announce:true if params.n > 5"',
      ).conflicts(['remove', 'pauseOnFailure']),
    )
    .option('--id <id>', 'ID of the added breakpoint; an existing one is replaced')
    .option('--off', 'add the breakpoint disabled', false)
    .option('--triggered', 'also pause runs that a trigger starts', false)
    .option('--timeout <seconds>', 'maximum length of a pause, in seconds; then the run is cancelled')
    .addOption(new Option('--remove <id>', 'remove a breakpoint').conflicts('pauseOnFailure'))
    .addOption(
      new Option('--pause-on-failure <value>', 'pause after every failure').choices(['on', 'off'] as const),
    )
    .option('--server <url>', 'address of the server', 'http://localhost:3000')
    .option('--json', 'print a JSON object', false)
    .action(async (id: string, options: BreakpointsOptions) => {
      process.exitCode = await breakpoints(id, options);
    });
}

function addPauses(program: Command): void {
  program
    .command('pauses')
    .description('list the open pauses of a run at breakpoints, with resolved inputs')
    .argument('<run>', 'ID of the run')
    .option('--server <url>', 'address of the server', 'http://localhost:3000')
    .option('--json', 'print a JSON object', false)
    .action(async (id: string, options: PausesOptions) => {
      process.exitCode = await listPauses(id, options);
    });
}

function addContinue(program: Command): void {
  program
    .command('continue')
    .description('answer a pause of a run at a breakpoint; without options, the step continues')
    .argument('<run>', 'ID of the run')
    .argument('<step>', 'the paused step, or iteration such as score[6]')
    .addOption(
      new Option('--step', 'pause before the next step').default(false).conflicts(except(DECISIONS, 'step')),
    )
    .addOption(
      new Option('--retry', 'retry a failed step').default(false).conflicts(except(DECISIONS, 'retry')),
    )
    .addOption(new Option('--skip', 'skip the step').default(false).conflicts(except(DECISIONS, 'skip')))
    .addOption(new Option('--fail [message]', 'fail the step').conflicts(except(DECISIONS, 'fail')))
    .addOption(
      new Option('--output <json>', 'complete the step with this output').conflicts(
        except(DECISIONS, 'output'),
      ),
    )
    .addOption(
      new Option('--inputs <json>', 'parameters to edit, a JSON object').conflicts([
        'skip',
        'fail',
        'output',
      ]),
    )
    .option('--pause <number>', 'answer only this pause')
    .option('--server <url>', 'address of the server', 'http://localhost:3000')
    .option('--json', 'print a JSON object', false)
    .action(async (id: string, step: string, options: ContinueOptions) => {
      process.exitCode = await continueRun(id, step, options);
    });
}
