import type { ReservedSql, Sql, TransactionSql, UnsafeQueryOptions } from 'postgres';

/** A connection of the pool, as the driver shows it to the query that begins a transaction. */
interface PooledConnection {
  onclose: ((error: Error) => void) | null;
}

/** A statement of the driver that is not sent yet. */
interface Unsent {
  handler: (statement: Unsent) => void;
  readonly reject: (error: Error) => void;
}

type Scope = (tx: TransactionSql) => unknown;

/**
 * Opens a pool and makes its `begin` use a reserved connection. That of postgres.js 3.4.9 may send BEGIN without reserving
 * the connection, when BEGIN fills the connection's pipeline or its socket is full: the transaction then stays open, and
 * unrelated queries run inside it (https://github.com/porsager/postgres/issues/1189). A reserved connection has no other
 * query before BEGIN.
 * @param open opens a pool with these options
 */
export function withTransactions(open: (options: { readonly onclose: () => void }) => Sql): Sql {
  const sql = open({ onclose: () => reservations.askAgain() });
  const reservations = new Reservations(sql);
  const begin = (...[first, second]: [Scope] | [options: string, Scope]) =>
    typeof first === 'string'
      ? transaction(reservations, first, second)
      : transaction(reservations, '', first);
  const { end } = sql;
  return Object.assign(sql, {
    // The driver's type returns what the scope returns, lists of promises unwrapped: `settled` does that.
    begin: begin as Sql['begin'],
    end: (...options: Parameters<Sql['end']>) => {
      reservations.end();
      return end(...options);
    },
  });
}

async function transaction(
  reservations: Reservations,
  options: string,
  scope: Scope | undefined,
): Promise<unknown> {
  if (!scope) throw new TypeError('A transaction needs a function.');
  const reserved = await reservations.reserve();
  const connection = new Lifetime();
  try {
    const begin = `begin ${options.replaceAll(/[^a-z ]/gi, '')}`;
    await reserved.unsafe(begin, [], connection.hook);
    return await Promise.race([committed(reserved, scope, connection), connection.closed]);
  } finally {
    // A closed connection has left its reservation, and may serve others again.
    if (!connection.isClosed) reserved.release();
  }
}

/**
 * Reserves connections of a pool. When a connection closes, postgres.js 3.4.9 gives it the next request of its queue and
 * forgets that one if it is a reservation (https://github.com/porsager/postgres/issues/1195): all that wait ask again.
 */
class Reservations {
  readonly #sql: Sql;
  readonly #waiting = new Set<() => void>();
  #hasEnded = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  reserve(): Promise<ReservedSql> {
    return new Promise((resolve, reject) => {
      // The driver reconnects for a reservation although its pool has ended.
      if (this.#hasEnded) {
        reject(Object.assign(new Error('The connections are closed.'), { code: 'CONNECTION_ENDED' }));
        return;
      }
      const ask = () => {
        this.#sql.reserve().then(
          (reserved) => {
            if (!this.#waiting.delete(ask)) return reserved.release();
            resolve(reserved);
          },
          (error: unknown) => {
            this.#waiting.delete(ask);
            reject(error);
          },
        );
      };
      this.#waiting.add(ask);
      ask();
    });
  }

  /** Called by the driver before it gives the closed connection to the next request, so asking has to wait for that. */
  askAgain(): void {
    queueMicrotask(() => {
      for (const ask of this.#waiting) ask();
    });
  }

  end(): void {
    this.#hasEnded = true;
  }
}

/** Notices when the connection of a transaction closes. */
class Lifetime {
  /** Why it closed. */
  error: Error | undefined;
  /** Rejects when it closes. */
  readonly closed: Promise<never>;
  /** An option of the query that begins the transaction: called with the connection. */
  readonly hook: UnsafeQueryOptions & { readonly onexecute: (connection: PooledConnection) => true };

  get isClosed(): boolean {
    return this.error !== undefined;
  }

  constructor() {
    let close: (error: Error) => void = () => undefined;
    this.closed = new Promise((_, reject) => {
      close = reject;
    });
    this.closed.catch(() => undefined);
    const onclose = (error: Error) => {
      this.error = error;
      close(error);
    };
    this.hook = {
      onexecute: (connection) => {
        connection.onclose = onclose;
        return true;
      },
    };
  }
}

async function committed(reserved: ReservedSql, scope: Scope, connection: Lifetime): Promise<unknown> {
  const tx = transactionOn(reserved, connection);
  let result: unknown;
  try {
    result = await settled(scope(tx));
  } catch (error) {
    // The server has rolled back what a closed connection began.
    if (!connection.isClosed) await tx`rollback`;
    throw error;
  }
  const { command } = await tx`commit`;
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back, because one of its statements had failed.');
  return result;
}

/** A scope may return a list of queries. */
function settled(result: unknown): unknown {
  return Array.isArray(result) ? Promise.all(result) : result;
}

function transactionOn(reserved: ReservedSql, connection: Lifetime): TransactionSql {
  let count = 0;
  const savepoint = async (...[first, second]: [Scope] | [name: string, Scope]) => {
    const scope = typeof first === 'string' ? second : first;
    if (!scope) throw new TypeError('A savepoint needs a function.');
    count += 1;
    const name = reserved(`s${count}`);
    await tx`savepoint ${name}`;
    try {
      return await settled(scope(tx));
    } catch (error) {
      await tx`rollback to ${name}`;
      throw error;
    }
  };
  const prepare = () => Promise.reject(new Error('Transactions of two phases are not used.'));
  const own =
    <Given extends unknown[], Made>(make: (...given: Given) => Made) =>
    (...given: Given) =>
      sentOn(connection, make(...given));
  const tx = Object.assign(own(reserved as (...given: unknown[]) => unknown), reserved, {
    unsafe: own(reserved.unsafe as (...given: unknown[]) => unknown),
    file: own(reserved.file as (...given: unknown[]) => unknown),
    savepoint,
    prepare,
  }) as unknown as TransactionSql;
  return tx;
}

/** After a connection has closed, the driver may send a statement of its transaction inside that of another one. */
function sentOn<Made>(connection: Lifetime, made: Made): Made {
  if (!(made instanceof Promise)) return made;
  const statement = made as unknown as Unsent;
  const send = statement.handler;
  statement.handler = (unsent) => (connection.error ? unsent.reject(connection.error) : send(unsent));
  return made;
}
