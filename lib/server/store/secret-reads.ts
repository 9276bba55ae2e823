import type { Sql } from 'postgres';
import { isSecretRead } from '@/drizzle/predicates';
import { Lru } from '../lru';
import { runName } from './audit';
import { GroupCommit } from './group-commit';
import { retrying } from './retry';
import { where } from './where';

/** Recorded reads in memory, so that repeated reads of a run need one query. */
const REMEMBERED = 10_000;

interface Read {
  readonly runId: string;
  readonly secret: string;
}

/** Records in the audit log which run read which secret, once for each pair. */
export class SecretReads {
  /** By run and secret, including pending ones. */
  readonly #noted = new Lru<Promise<void>>({ maxWeight: REMEMBERED });
  readonly #commits: GroupCommit<Read, undefined>;

  constructor(sql: Sql) {
    this.#commits = new GroupCommit({
      writers: 1,
      maxWeight: Number.POSITIVE_INFINITY,
      write: async (reads) => {
        await insertReads(sql, reads);
        return () => undefined;
      },
      // The database fails, not one of the entries.
      isRepeatable: () => false,
    });
  }

  /**
   * Resolves once the entry is durable: only then may the run receive the value.
   * @throws when writing fails
   */
  note(read: Read): Promise<void> {
    const key = `${read.runId} ${read.secret}`;
    const known = this.#noted.get(key);
    if (known) return known;
    const noted = this.#commits.add(read);
    this.#noted.set(key, noted);
    noted.catch(() => this.#noted.delete(key));
    return noted;
  }
}

async function insertReads(sql: Sql, reads: readonly Read[]): Promise<void> {
  await retrying(
    () => sql`
      insert into audit_events
        (actor_kind, actor_id, actor_name, action, subject_type, subject_id, subject_name, details)
      select 'run', r.id, ${runName(sql)}, 'secret.read', 'secret', e.secret, e.secret,
        json_build_object('pipeline_id', r.pipeline_id)
      from unnest(
        ${reads.map(({ runId }) => runId)}::text[], ${reads.map(({ secret }) => secret)}::text[]
      ) as e(run_id, secret)
      join runs r on r.id = e.run_id join pipelines p on p.id = r.pipeline_id
      on conflict (actor_id, subject_id) where ${where(sql, isSecretRead)} do nothing`,
  );
}
