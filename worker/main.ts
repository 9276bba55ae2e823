import { startWorker } from '@/lib/server';

await startWorker();
