import { codeOf, EmbeddedServerError } from './error';

/** The files of a database are damaged; the message names them and quotes PostgreSQL. */
export class DatabaseDamaged extends EmbeddedServerError {
  /** The damaged folder. */
  readonly data: string;

  constructor(data: string, what: string, options?: ErrorOptions) {
    super(`The database in ${data} is damaged: ${what}.`, options);
    this.data = data;
  }
}

/** Messages of PostgreSQL about damage, and their meaning. The first match counts. */
const SIGNS: readonly (readonly [sign: RegExp, what: string])[] = [
  [/pg_control/, 'its control file (global/pg_control) is missing or unreadable'],
  [
    /checkpoint record|WAL directory|WAL segment|pg_wal\/[^/"]*(?:\/[^/"]*)?": No such file/,
    'its write-ahead log (pg_wal) is missing or unreadable',
  ],
  [
    /status of transaction|pg_xact|pg_multixact/,
    'its record of transactions (pg_xact) is missing or unreadable',
  ],
  [
    /invalid page in block|could not read block|page verification failed/,
    'pages of its tables are unreadable',
  ],
  [
    /database subdirectory|database "postgres" does not exist|could not open file "base\//,
    'files of its tables are missing',
  ],
];

/** What is damaged according to PostgreSQL's output; undefined when the output mentions no damage. */
export function damageIn(text: string): string | undefined {
  return SIGNS.find(([sign]) => sign.test(text))?.[1];
}

/** data_corrupted, index_corrupted, undefined_file, and a database that is in the catalogue but not on the disk. */
const DAMAGE_CODES = ['XX001', 'XX002', '58P01', '3D000'];

/** Converts an error that reports damage to DatabaseDamaged; returns other errors unchanged. */
export function asDamage(error: unknown, data: string): unknown {
  if (!(error instanceof Error) || error instanceof EmbeddedServerError) return error;
  const code = codeOf(error) ?? '';
  if (!DAMAGE_CODES.includes(code)) return asDiskFailure(error, code, data);
  const what = damageIn(error.message) ?? 'some of its files are missing or unreadable';
  return new DatabaseDamaged(data, `${what} (${error.message})`, { cause: error });
}

const DISK_FAILURES: Readonly<Record<string, string>> = {
  EROFS: 'is on a read-only disk. Mount the disk for writing',
  EIO: 'is on a disk that reports errors. Check the disk',
};

function asDiskFailure(error: Error, code: string, folder: string): Error {
  const what = DISK_FAILURES[code];
  if (what === undefined) return error;
  return new EmbeddedServerError(
    `The folder ${folder} ${what}, or set PIPEWRIGHT_DATA_DIR to another folder. (${error.message})`,
    { cause: error },
  );
}
