/**
 * Runs hostile documents sequentially: `documents.ts <first seed> <count>`. Prints a line before and after
 * each.
 */
import { runDocument } from '../documents/run';

const [first = '0', count = '1'] = process.argv.slice(2);
const write = (line: object) =>
  new Promise<void>((resolve) => {
    process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve());
  });

for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
  await write({ begins: seed });
  await write({ ended: await runDocument(seed) });
}
await write({ maxRssKb: process.resourceUsage().maxRSS });
