import { UuidSequence } from './uuid';

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
  delivery: 'fir',
  model: 'mdl',
  deployment: 'dep',
  replica: 'rep',
  deployment_key: 'key',
  notice: 'ntc',
  gateway: 'gw',
  search: 'srch',
  test: 'tst',
} as const;

const sequence = new UuidSequence();

/** A new identifier; later ones sort after earlier ones. */
export function newId(of: keyof typeof PREFIXES): string {
  return `${PREFIXES[of]}_${sequence.next()}`;
}
