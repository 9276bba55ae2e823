import { withStartLock } from '../start-lock';

/** A process that holds the start lock of a folder until it is killed: prints "held". */
const [folder = ''] = process.argv.slice(2);

await withStartLock(folder, async () => {
  process.stdout.write('held\n');
  await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1));
});
