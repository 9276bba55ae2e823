import { rm } from 'node:fs/promises';
import { fillPath } from '@/lib/contracts/endpoint';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { compose } from '@/lib/server/compose';
import { createServe } from '@/lib/server/http/serve';
import { openDatabase } from '@/lib/server/open-database';
import { payloadEntries, searchPayload } from '@/lib/server/services/runs/payload-parts';
import { benchConfig } from './open';
import { sequence } from './pipelines';
import { storeLargeOutput } from './stored-output';
import { measure, ms, printTable, quantile } from './table';

const MB = 1_000_000;
const TIMES = 20;

/** Parts of a stored output of 100 MB, as the browser reads them: the first view, a page deep inside, a search. */
export async function benchOutputs(): Promise<void> {
  const { config, folder } = await benchConfig();
  const database = await openDatabase(config);
  const app = await compose(config, database);
  const { id: pipelineId } = await app.pipelines.create({ text: JSON.stringify(sequence(1)) });
  const { id } = await app.runs.start({ pipelineId });
  const stored = await storeLargeOutput(app.context, id);
  const serve = createServe(() => Promise.resolve(app));
  const entries = serve(runEndpoints.payloadEntries, payloadEntries);
  const search = serve(runEndpoints.payloadSearch, searchPayload);
  const request = (path: string, query: string) =>
    new Request(`http://localhost:3000${fillPath(path, { id, hash: stored.hash })}?${query}`, {
      headers: { host: 'localhost:3000' },
    });
  let sent = 0;
  const view = async (query: string) => {
    const answer = await entries(request(runEndpoints.payloadEntries.path, query));
    sent = (await answer.arrayBuffer()).byteLength;
  };
  await view('');
  global.gc?.();
  const before = process.memoryUsage.rss();
  const first = await measure(TIMES, () => view(''));
  const firstSent = sent;
  const deep = await measure(TIMES, () => view(`at=0&from=${stored.rows - 250}`));
  const deepSent = sent;
  const extraMb = (process.memoryUsage.rss() - before) / MB;
  const [whole = Number.NaN] = await measure(1, async () => {
    let after: number | null = 0;
    while (after !== null) {
      const answer: Response = await search(
        request(runEndpoints.payloadSearch.path, `text=no-such-text&after=${after}`),
      );
      after = (await answer.json()).next;
    }
  });
  printTable('Output of 100 MB', [
    { what: 'make the outline, once when the value is stored', value: ms(stored.outlineMs) },
    { what: 'size of the outline', value: `${Math.round(stored.outlineBytes / 1000)} kB` },
    { what: 'first view, p50', value: ms(quantile(first, 0.5)) },
    { what: 'first view, p99', value: ms(quantile(first, 0.99)), goal: '<= 300 ms' },
    { what: 'first view, sent', value: `${(firstSent / 1000).toFixed(1)} kB`, goal: '<= 200 kB' },
    { what: '200 entries near the end, p99', value: ms(quantile(deep, 0.99)), goal: '<= 300 ms' },
    {
      what: '200 entries near the end, sent',
      value: `${(deepSent / 1000).toFixed(1)} kB`,
      goal: '<= 200 kB',
    },
    { what: 'memory of all these views', value: `${Math.round(extraMb)} MB` },
    { what: 'search to the end', value: ms(whole) },
  ]);
  await app.close();
  await rm(folder, { recursive: true, force: true });
}
