/**
 * SQLite on a separate thread, where a long statement blocks nothing and can be stopped by ending the thread. Plain
 * JavaScript, since it is started by its file name. One request after another; each opens and closes its database.
 */
import { parentPort } from 'node:worker_threads';

const LIMIT_PAGES = 262_144;
const MEMORY_BYTES = 512 * 1024 * 1024;

// SQLite's memory grows through this one call; a refused growth is an error that SQLite reports as such.
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function limited(pages) {
  if (this.buffer.byteLength + pages * 65_536 > MEMORY_BYTES) throw new RangeError('Out of memory.');
  return grow.call(this, pages);
};

const { Database } = (await import('node-sqlite3-wasm')).default;

/** Carries out statements in one transaction. */
function perform({ path, statements, mode, maxRows, limitBytes }) {
  const db = new Database(path, { fileMustExist: mode !== 'create' });
  try {
    db.exec(`pragma trusted_schema = off; pragma max_page_count = ${LIMIT_PAGES}`);
    if (mode === 'read') db.exec('pragma query_only = on');
    db.exec(mode === 'read' ? 'begin' : 'begin immediate');
    const answer = { columns: [], rows: [], rowCount: 0 };
    for (const statement of statements) read(db, statement, { maxRows, limitBytes, mode }, answer);
    db.exec('commit');
    return answer;
  } finally {
    // What was not committed is undone.
    db.close();
  }
}

function read(db, { sql, parameters }, limits, answer) {
  const { statement, names, keys } = prepare(db, sql);
  try {
    const before = answer.rows.length;
    let bytes = 0;
    for (const row of statement.iterate(parameters)) {
      const cells = keys.map((key) => row[key]);
      bytes += cells.reduce((sum, cell) => sum + (cell?.length ?? 8), 0);
      if (bytes > limits.limitBytes) throw new Refusal('bytes');
      if (answer.rows.length - before >= limits.maxRows) throw new Refusal('rows');
      answer.rows.push(cells);
    }
    answer.columns = names;
    const isRead = limits.mode === 'read';
    answer.rowCount += isRead ? answer.rows.length - before : changes(db, answer.rows.length - before);
  } finally {
    statement.finalize();
  }
}

/** Rows come by name, so SQLite itself distinguishes repeated names, in a query around the query. */
function prepare(db, sql) {
  const statement = db.prepare(sql);
  const names = statement._getColumnNames();
  if (new Set(names).size === names.length) return { statement, names, keys: names };
  statement.finalize();
  const around = db.prepare(`select * from (\n${sql.replace(/;\s*$/, '')}\n)`);
  return { statement: around, names, keys: around._getColumnNames() };
}

function changes(db, rows) {
  return rows > 0 ? rows : Number(db.get('select changes() as n').n);
}

class Refusal extends Error {
  constructor(limit) {
    super(limit);
    this.name = 'Refusal';
  }
}

parentPort.on('message', (request) => {
  try {
    parentPort.postMessage({ answer: perform(request) });
  } catch (error) {
    parentPort.postMessage({ error: { name: error.name, message: error.message } });
  }
});
