/** `npm run restate:install`: installs the Restate server for `npm run restate:dev` and the tests of runs on Restate. */
import { ensureRestateServer } from './restate-server';
import { fail } from './run';

await ensureRestateServer().then((path) => console.log(`Restate server: ${path}`), fail);
