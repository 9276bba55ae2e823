import { startGateway } from '@/lib/server';

await startGateway();
