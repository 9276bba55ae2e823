import { fail } from './run';
import { main } from './serve';

await main({
  command: 'dev',
  environment: 'development',
  usage: 'npm run dev: runs Pipewright and rebuilds pages as their sources change.',
  prepare: () => Promise.resolve(),
}).catch(fail);
