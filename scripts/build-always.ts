/** `npm run build`: builds the application, also when the last build is of the same sources. */
import { build } from './build';
import { fail } from './run';

await build().catch(fail);
