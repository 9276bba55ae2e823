import { uuidv7obj } from 'uuidv7';

/** What an identifier names. */
const PREFIXES = {
  pipeline: 'pl',
  run: 'run',
  command: 'cmd',
  worker: 'wk',
  listener: 'lsn',
  file: 'file',
  secret: 'sec',
  trigger: 'trg',
  firing: 'fir',
} as const;

/** A new identifier; later ones sort after earlier ones. */
export function newId(of: keyof typeof PREFIXES): string {
  return `${PREFIXES[of]}_${uuidv7obj().toHex()}`;
}
