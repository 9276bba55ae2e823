import { ensureBuild } from './build';
import { fail } from './run';
import { main } from './serve';

await main({
  command: 'start',
  environment: 'production',
  usage: 'npm start: builds Pipewright when its sources changed, and runs it.',
  prepare: ensureBuild,
}).catch(fail);
