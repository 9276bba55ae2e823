import { runEventEndpoints } from '@/lib/contracts/endpoints/run-events';
import type { App } from '../../../compose';
import { streamRun } from '../../../http/run-stream';
import { createServe } from '../../../http/serve';
import type { TestDatabase } from '../../../testing/database';

/** No four characters of it turn up by chance. */
export const CANARY = 'Qz7#kW!x"9Jv&Yp%é<Gm=';
/** A secret that parses as the beginning of an address, for parameters that expect an address. */
export const SCHEME = 'qv7xwk9zjr4d';

/** Parts of a secret that a text shows: four characters as they are, twelve of another form. */
export function leaks(text: string, secret: string): string[] {
  const windows = (form: string, size: number) =>
    Array.from({ length: Math.max(0, form.length - size + 1) }, (_, at) => form.slice(at, at + size));
  const bytes = Buffer.from(secret);
  const encoded = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  const parts = [
    ...windows(secret.trim(), 4).filter((part) => !/[\s-]|BEGIN|TEST/.test(part)),
    ...windows(encodeURIComponent(secret), 12),
    ...windows(bytes.toString('hex'), 12),
    ...encoded.flatMap((form) => windows(form, 12)),
  ];
  return parts.filter((part) => text.includes(part) && !/^(BEGI|EGIN|TEST|-+)$/.test(part));
}

/** Everything that could show a secret after a run: rows and blobs, the event stream, and answers of the server. */
export async function tracesOf(
  run: string,
  { app, database }: { readonly app: App; readonly database: TestDatabase },
): Promise<Record<string, string>> {
  const answers = [
    await app.runs.get({ id: run }),
    await app.runs.list({}),
    await app.files.list({ runId: run }),
    await app.secrets.list(),
    await app.secrets.names(),
    await app.channels.list(),
  ];
  return { database: await dump(database), stream: await stream(app, run), answers: JSON.stringify(answers) };
}

/** All rows of all tables but the sealed secrets, the contents of blobs as text. */
async function dump({ sql }: TestDatabase): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'secrets'`;
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql`select * from ${sql(name)}`;
      return JSON.stringify(rows, (_, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
      );
    }),
  );
  return texts.join('\n');
}

async function stream(app: App, id: string): Promise<string> {
  const serve = createServe(() => Promise.resolve(app));
  const request = new Request(`http://localhost:1/api/v1/runs/${id}/events`, {
    headers: { host: 'localhost:1' },
  });
  const response = await serve(runEventEndpoints.events, streamRun)(request);
  return response.text();
}
