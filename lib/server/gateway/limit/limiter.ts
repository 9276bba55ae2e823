import type { Sql } from 'postgres';
import { admitBatch } from '../../store/admit-batch';
import { GroupCommit } from '../../store/group-commit';
import { capacityOf, decisionAt, type LimitDecision, type LimitRule, stateAfter } from './algorithm';

/** The decision of a limit with its rule. */
export interface Limited extends LimitDecision {
  readonly rule: LimitRule;
}

/** Maximum number of requests in one statement. */
const MAX_BATCH = 100_000;

interface Entry {
  /** Whether a request is admitted, or only the state is read. */
  readonly isRequest: boolean;
}

/** Admits a batch of requests; replaced in tests. */
export type AdmitBatch = (deploymentId: string, wanted: number) => ReturnType<typeof admitBatch>;

/**
 * Admits requests by the limits in the database, which all gateway processes share. Requests that arrive during a
 * statement form the batch of the next one.
 */
export class Limiter {
  readonly #admit: AdmitBatch;
  readonly #commits = new Map<string, GroupCommit<Entry, Limited | undefined>>();

  constructor(admit: AdmitBatch) {
    this.#admit = admit;
  }

  /** A limiter with its state in a database. */
  static over(sql: Sql): Limiter {
    return new Limiter((deploymentId, wanted) => admitBatch(sql, deploymentId, wanted));
  }

  /** Admits or refuses a request. Undefined when the deployment has no limit. @throws when the database does not respond */
  admit(deploymentId: string): Promise<Limited | undefined> {
    return this.#of(deploymentId).add({ isRequest: true });
  }

  /** Reads the state of the limit. */
  state(deploymentId: string): Promise<Limited | undefined> {
    return this.#of(deploymentId).add({ isRequest: false });
  }

  /** Discards the queues of deleted deployments. */
  retain(isKnown: (deploymentId: string) => boolean): void {
    for (const id of this.#commits.keys()) if (!isKnown(id)) this.#commits.delete(id);
  }

  #of(deploymentId: string): GroupCommit<Entry, Limited | undefined> {
    const known = this.#commits.get(deploymentId);
    if (known) return known;
    const made = new GroupCommit<Entry, Limited | undefined>({
      writers: 1,
      maxWeight: MAX_BATCH,
      write: (batch) => this.#write(deploymentId, batch),
      // A statement without a response may have counted its requests.
      isRepeatable: () => false,
    });
    this.#commits.set(deploymentId, made);
    return made;
  }

  async #write(
    deploymentId: string,
    batch: readonly Entry[],
  ): Promise<(entry: Entry) => Limited | undefined> {
    const requests = batch.filter(({ isRequest }) => isRequest);
    const answer = await this.#admit(deploymentId, requests.length);
    if (!answer) return () => undefined;
    const { rule, ...level } = answer;
    const rank = new Map(requests.map((entry, index) => [entry, index]));
    const left = level.level - Math.min(requests.length, Math.floor(level.level));
    return (entry) => {
      const index = rank.get(entry);
      const decision =
        index === undefined ? stateAfter(rule, { ...level, level: left }) : decisionAt(rule, level, index);
      return { rule, ...decision };
    };
  }
}

/** The state of a limit for the metrics. */
export function limitStateOf({ rule, remaining, resetSeconds }: Limited) {
  return { algorithm: rule.algorithm, remaining, capacity: capacityOf(rule), reset_seconds: resetSeconds };
}
