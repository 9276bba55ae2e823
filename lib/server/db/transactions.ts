import type { ReservedSql, Sql, TransactionSql, UnsafeQueryOptions } from 'postgres';

/** A connection of the pool, as the driver shows it to the query that begins a transaction. */
interface PooledConnection {
  onclose: ((error: Error) => void) | null;
}

type Scope = (tx: TransactionSql) => unknown;

/**
 * Makes `begin` use a reserved connection. That of postgres.js 3.4.9 may send BEGIN without reserving the connection, when
 * BEGIN fills the connection's pipeline or its socket is full: the transaction then stays open, and unrelated queries run
 * inside it (https://github.com/porsager/postgres/issues/1189). A reserved connection has no other query before BEGIN.
 */
export function withTransactions(sql: Sql): Sql {
  const begin = (...[first, second]: [Scope] | [options: string, Scope]) =>
    typeof first === 'string' ? transaction(sql, first, second) : transaction(sql, '', first);
  // The driver's type returns what the scope returns, lists of promises unwrapped: `settled` does that.
  return Object.assign(sql, { begin: begin as Sql['begin'] });
}

async function transaction(sql: Sql, options: string, scope: Scope | undefined): Promise<unknown> {
  if (!scope) throw new TypeError('A transaction needs a function.');
  const reserved = await sql.reserve();
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

/** Notices when the connection of a transaction closes. */
class Lifetime {
  isClosed = false;
  /** Rejects when it closes. */
  readonly closed: Promise<never>;
  /** An option of the query that begins the transaction: called with the connection. */
  readonly hook: UnsafeQueryOptions & { readonly onexecute: (connection: PooledConnection) => true };

  constructor() {
    let close: (error: Error) => void = () => undefined;
    this.closed = new Promise((_, reject) => {
      close = reject;
    });
    this.closed.catch(() => undefined);
    const onclose = (error: Error) => {
      this.isClosed = true;
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
  const tx = transactionOn(reserved);
  let result: unknown;
  try {
    result = await settled(scope(tx));
  } catch (error) {
    // The server has rolled back what a closed connection began.
    if (!connection.isClosed) await reserved`rollback`;
    throw error;
  }
  const { command } = await reserved`commit`;
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back, because one of its statements had failed.');
  return result;
}

/** A scope may return a list of queries. */
function settled(result: unknown): unknown {
  return Array.isArray(result) ? Promise.all(result) : result;
}

function transactionOn(reserved: ReservedSql): TransactionSql {
  let count = 0;
  const savepoint = async (...[first, second]: [Scope] | [name: string, Scope]) => {
    const scope = typeof first === 'string' ? second : first;
    if (!scope) throw new TypeError('A savepoint needs a function.');
    count += 1;
    const name = reserved(`s${count}`);
    await reserved`savepoint ${name}`;
    try {
      return await settled(scope(tx));
    } catch (error) {
      await reserved`rollback to ${name}`;
      throw error;
    }
  };
  const prepare = () => Promise.reject(new Error('Transactions of two phases are not used.'));
  const tx = Object.assign(reserved, { savepoint: savepoint as TransactionSql['savepoint'], prepare });
  return tx;
}
