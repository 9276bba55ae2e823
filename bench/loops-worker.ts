import { openApp } from '@/lib/server';
import { readConfig } from '@/lib/server/config';

/** A worker in a process of its own, for `loops.ts`: tells when it is there, and ends with SIGTERM. */
const app = await openApp(readConfig({ ...process.env, PIPEWRIGHT_WORKER: 'on' }, process.cwd()));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
process.send?.('ready');
