import type { Sql } from 'postgres';
import { measure, perSecond, quantile, type Row } from './table';

const UPDATES = 1000;

/** Baseline of the machine: sequential durable updates of one row on one connection. */
export async function floorRow(sql: Sql): Promise<Row> {
  await sql`create table if not exists bench_floor (id int primary key, n int not null)`;
  await sql`insert into bench_floor values (1, 0) on conflict do nothing`;
  const connection = await sql.reserve();
  try {
    const samples = await measure(3, async () => {
      for (let turn = 0; turn < UPDATES; turn += 1)
        await connection`update bench_floor set n = n + 1 where id = 1`;
    });
    const value = perSecond(UPDATES, quantile(samples, 0.5)).replace('steps', 'updates');
    return { what: 'the floor: one row updated, one commit each', value };
  } finally {
    connection.release();
    await sql`drop table bench_floor`;
  }
}
