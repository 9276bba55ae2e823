import { createSandbox } from '@/lib/server/adapters/sandbox';
import { measure, ms, printTable, quantile, type Row } from './table';

const GOALS: Readonly<Record<number, string>> = { 1000: '60 ms', 100000: '1,500 ms' };

const FUNCTION = '(order) => ({ id: order.id, customer: order.customer, total: order.amount * 1.2 })';

/** Functions over lists, including serialisation, in a started thread. */
export async function benchSandbox(): Promise<void> {
  const sandbox = createSandbox();
  const rows: Row[] = [];
  for (const [size, goal] of Object.entries(GOALS)) {
    const input = orders(Number(size));
    const name = input.length.toLocaleString('en').padStart(7);
    const times = input.length > 1000 ? 5 : 30;
    const samples = await measure(times, () =>
      sandbox({ source: FUNCTION, mode: 'map', input }, new AbortController().signal),
    );
    rows.push({ what: `function over ${name} items, p50`, value: ms(quantile(samples, 0.5)), goal });
  }
  await sandbox.close();
  printTable('Functions', rows);
}

function orders(count: number) {
  return Array.from({ length: count }, (_, id) => ({
    id,
    customer: `c${id % 500}`,
    amount: id / 4,
    paid: id % 3 === 0,
  }));
}
