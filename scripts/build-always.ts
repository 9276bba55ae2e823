/** `npm run build`: builds the application, even when the sources have not changed. */
import { build } from './build';
import { fail } from './run';

await build().catch(fail);
