import postgres from 'postgres';
import { startSecondPostgres } from '@/lib/server/testing/second-postgres';

/** A PostgreSQL besides that of the product, with one table. */
export interface OrdersDatabase {
  /** Its connection string, with the password. */
  readonly url: string;
  readonly password: string;
  /** The rows of the table. */
  orders(): Promise<Order[]>;
  close(): Promise<void>;
}

/** A row of the table. */
export interface Order {
  readonly customer: string;
  readonly total: number;
  readonly day: string;
}

/** Starts a PostgreSQL on a free port and creates the table `orders`. */
export async function startOrdersDatabase(): Promise<OrdersDatabase> {
  const server = await startSecondPostgres();
  const sql = postgres(server.url(), { max: 1, onnotice: () => undefined });
  await sql`create table orders (customer text not null, total integer not null, day text not null)`;
  return {
    url: server.url(),
    password: server.password,
    orders: async () => [...(await sql<Order[]>`select customer, total, day from orders order by total`)],
    close: async () => {
      await sql.end();
      await server.stop();
    },
  };
}
