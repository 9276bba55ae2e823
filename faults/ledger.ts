import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { z } from 'zod';

const effectSchema = z.object({
  sink: z.enum(['http', 'smtp', 'sql']),
  run: z.string(),
  /** As in idempotency keys: `step`, or `step[2]`. */
  unit: z.string(),
  method: z.string(),
  key: z.string(),
  /** Time of arrival, in ms since 1970 by the ledger's clock. */
  at: z.number(),
});

/** A recorded effect of a step. */
export type Effect = z.infer<typeof effectSchema>;

/** A record of effects outside the product. */
export interface Ledger {
  readonly http: string;
  readonly smtp: string;
  /** Database for `database` steps. */
  readonly database: string;
  effects(): Promise<Effect[]>;
  close(): Promise<void>;
}

const portsSchema = z.object({ http: z.int(), smtp: z.int() });

/**
 * Starts the ledger.
 * @param database on a server that is not killed during a scenario
 */
export async function startLedger(database: string): Promise<Ledger> {
  const sql = postgres(database, { max: 2, onnotice: () => undefined });
  await sql`create table effects (run text, unit text, at timestamptz not null default clock_timestamp())`;
  const child = fork(fileURLToPath(new URL('./ledger-process.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ports = portsSchema.parse(await new Promise((resolve) => child.once('message', resolve)));
  const base = `http://127.0.0.1:${ports.http}`;
  return {
    http: base,
    smtp: `smtp://127.0.0.1:${ports.smtp}?security=none`,
    database,
    effects: async () => {
      const received = await fetch(`${base}/effects`);
      return [...z.array(effectSchema).parse(await received.json()), ...(await written(sql))];
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await ended;
      await sql.end({ timeout: 5 });
    },
  };
}

async function written(sql: Sql): Promise<Effect[]> {
  const rows = await sql<{ run: string; unit: string; at: Date }[]>`select run, unit, at from effects`;
  return rows.map(({ run, unit, at }) => ({
    sink: 'sql',
    run,
    unit,
    method: 'INSERT',
    key: '',
    at: at.getTime(),
  }));
}
