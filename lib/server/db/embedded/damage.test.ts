import { describe, expect, it } from 'vitest';
import { asDamage, damageIn } from './damage';
import { EmbeddedServerError } from './error';
import { explain } from './log';

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('the reason why a database does not start', () => {
  it('is its cause, not the error of a server that stops', () => {
    const log = [
      '2026-11-22 06:16:54.520 UTC [1] FATAL:  required WAL directory "pg_wal" does not exist',
      '2026-11-22 06:16:54.521 UTC [2] FATAL:  the database system is starting up',
      '2026-11-22 06:16:54.521 UTC [3] FATAL:  the database system is in recovery mode',
    ].join('\n');
    expect(explain(log, '/data')).toBe('required WAL directory "pg_wal" does not exist');
  });

  it('is a read-only disk', () => {
    const log = '[1] FATAL:  could not remove old lock file "postmaster.pid": Read-only file system';
    expect(explain(log, '/data')).toBe('the disk of /data is mounted read-only');
    expect(asDamage(failure('EROFS', 'EROFS: read-only file system, chmod'), '/data')).toMatchObject({
      message: expect.stringMatching(
        /^The folder \/data is on a read-only disk\. Mount the disk for writing, or set PIPEWRIGHT_DATA_DIR/,
      ),
    });
  });

  it('is damage only when PostgreSQL reports it', () => {
    expect(damageIn('could not locate a valid checkpoint record at 0/1C06868')).toMatch(/write-ahead log/);
    for (const file of ['000000010000000000000001', 'archive_status/000000010000000000000001.done']) {
      const message = `could not open file "pg_wal/${file}": No such file or directory`;
      expect(damageIn(message)).toMatch(/write-ahead log/);
    }
    expect(damageIn('could not access status of transaction 756')).toMatch(/record of transactions/);
    expect(damageIn('invalid value for parameter "work_mem"')).toBeUndefined();
    expect(
      asDamage(failure('XX001', 'invalid page in block 0 of relation "base/5/1259"'), '/data'),
    ).toMatchObject({
      message: expect.stringMatching(
        /^The database in \/data is damaged: pages of its tables are unreadable/,
      ),
    });
    const others = [failure('28P01', 'password'), new EmbeddedServerError('in use'), new Error('boom')];
    for (const error of others) expect(asDamage(error, '/data')).toBe(error);
  });
});
