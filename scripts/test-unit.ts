import { fail, runBuffered } from './run';

/** Projects of the unit tests, in vitest.config.ts. */
const PROJECTS = ['unit', 'components'];

/** Runs the unit tests in one process for each project: the files of a process share modules and environment. */
async function main(): Promise<void> {
  const outcomes = PROJECTS.map(async (project) => {
    const args = ['run', '--project', project, '--passWithNoTests', ...process.argv.slice(2)];
    const { code } = await runBuffered(process.execPath, ['node_modules/vitest/vitest.mjs', ...args]);
    return code === 0;
  });
  if ((await Promise.all(outcomes)).includes(false)) process.exitCode = 1;
}

await main().catch(fail);
