import type { Sql } from 'postgres';
import { admitBatch } from '../../store/admit-batch';
import { GroupCommit } from '../../store/group-commit';
import { capacityOf, decisionAt, type LimitDecision, type LimitRule, stateAfter } from './algorithm';

/** The decision of a limit, with the limit itself. */
export interface Limited extends LimitDecision {
  readonly rule: LimitRule;
}

/** Largest number of requests that one statement admits. */
const MAX_BATCH = 100_000;

interface Entry {
  /** Whether the request is to be admitted, or only the state is wanted. */
  readonly isRequest: boolean;
}

/** How requests are admitted; a test replaces it. */
export type AdmitBatch = (deploymentId: string, wanted: number) => ReturnType<typeof admitBatch>;

/**
 * Admits requests by the limits in the database, which all gateway processes share. Requests that arrive during a
 * statement are admitted by the next one.
 */
export class Limiter {
  readonly #admit: AdmitBatch;
  readonly #commits = new Map<string, GroupCommit<Entry, Limited | undefined>>();

  constructor(admit: AdmitBatch) {
    this.#admit = admit;
  }

  /** A limiter over a database. */
  static over(sql: Sql): Limiter {
    return new Limiter((deploymentId, wanted) => admitBatch(sql, deploymentId, wanted));
  }

  /** Admits or refuses a request. Undefined when the deployment has no limit. @throws when the database does not respond */
  admit(deploymentId: string): Promise<Limited | undefined> {
    return this.#of(deploymentId).add({ isRequest: true });
  }

  /** The state of the limit, without a request. */
  state(deploymentId: string): Promise<Limited | undefined> {
    return this.#of(deploymentId).add({ isRequest: false });
  }

  /** Forgets deployments that are gone. */
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
      // A statement whose answer was lost may have counted its requests.
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

/** The state of a limit as the metrics show it. */
export function limitStateOf({ rule, remaining, resetSeconds }: Limited) {
  return { algorithm: rule.algorithm, remaining, capacity: capacityOf(rule), reset_seconds: resetSeconds };
}
