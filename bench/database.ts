import { startDatabase } from '@/lib/server/adapters/sql/testing/databases';
import { measure, ms, printTable, quantile, type Row } from './table';

const TITLES = { postgres: 'PostgreSQL', mysql: 'MariaDB', sqlite: 'SQLite' } as const;
const ROWS = Array.from({ length: 1000 }, (_, index) => ({
  article: `Article ${index}`,
  amount: index,
  price: index / 100,
  note: index % 3 === 0 ? null : 'As ordered.',
}));

/** Reads and writes rows in real databases, including connection and transaction. */
export async function benchDatabase(): Promise<void> {
  const rows: Row[] = [];
  for (const dialect of ['postgres', 'mysql', 'sqlite'] as const) {
    const db = await startDatabase(dialect);
    if (!db) {
      console.log(`${TITLES[dialect]} is not installed: not measured.`);
      continue;
    }
    try {
      await db.write(
        'create table t (article varchar(100), amount int, price decimal(10,2), note varchar(100))',
      );
      const goal = dialect === 'postgres' ? { goal: '<= 150 ms' } : {};
      const insert = await measure(20, () => db.ask({ do: 'insert', table: 't', rows: ROWS }));
      rows.push({
        what: `${TITLES[dialect]}: insert 1,000 rows, p50`,
        value: ms(quantile(insert, 0.5)),
        ...goal,
      });
      rows.push({ what: `${TITLES[dialect]}: insert 1,000 rows, p95`, value: ms(quantile(insert, 0.95)) });
      const one = await measure(20, () => db.ask({ do: 'insert', table: 't', rows: ROWS.slice(0, 1) }));
      rows.push({ what: `${TITLES[dialect]}: insert 1 row, p50`, value: ms(quantile(one, 0.5)) });
      const read = await measure(20, () => db.read('select * from t limit 10000'));
      rows.push({ what: `${TITLES[dialect]}: read 10,000 rows, p50`, value: ms(quantile(read, 0.5)) });
    } finally {
      await db.stop();
    }
  }
  printTable('Databases', rows);
}
