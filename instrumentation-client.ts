import { z } from 'zod';
import { stopEarlyClicks } from './components/shell/early-clicks';

/**
 * Next runs this in the browser before any other script of the product. There zod would compile each schema with
 * `new Function`, which the Content Security Policy of the pages forbids and reports even when nobody notices.
 */
z.config({ jitless: true });

stopEarlyClicks();
