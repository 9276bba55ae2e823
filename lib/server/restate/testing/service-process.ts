/** A server without pages, started as a separate process by `startService`. */
import { openPool } from '../../db/open';
import { report } from '../../report';
import { openTestApp } from '../../testing/app';
import type { ServiceOrder } from './service';

async function main(): Promise<void> {
  const { target, restate }: ServiceOrder = JSON.parse(process.argv[2] ?? '');
  // Other processes use the database too.
  const config = { restate, databaseUrl: 'postgres://elsewhere/shared', egressMode: 'open' as const };
  await openTestApp(openPool(target), { config, adapters: { report } });
  process.send?.('ready');
}

void main();
