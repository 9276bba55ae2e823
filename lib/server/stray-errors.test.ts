import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isStrayOfDriver } from './stray-errors';

const TYPES = 'select b.oid, b.typarray from pg_catalog.pg_type a';

function ofQuery(query: string): Error {
  return Object.assign(new Error('terminating connection due to administrator command'), { query });
}

function writing(place: string): TypeError {
  const error = new TypeError('The "chunk" argument must be of type string. Received null');
  error.stack = `${error.message}\n    at ${place} (/app/node_modules/postgres/src/connection.js:255:22)`;
  return error;
}

describe('an uncaught error', () => {
  it('is recognised as an error of a connection that ended early', () => {
    expect(isStrayOfDriver(ofQuery(TYPES))).toBe(true);
    expect(isStrayOfDriver(writing('Immediate.nextWrite [as _onImmediate]'))).toBe(true);
    expect(isStrayOfDriver(ofQuery('select 1'))).toBe(false);
    expect(isStrayOfDriver(writing('somewhere'))).toBe(false);
    expect(isStrayOfDriver('text')).toBe(false);
    expect(isStrayOfDriver(null)).toBe(false);
  });

  it.each([ofQuery(TYPES), writing('Immediate.nextWrite [as _onImmediate]')])(
    'is recognised as a plain object too, as a test process reports it to the runner',
    (error) => {
      const { name, message, stack } = error;
      expect(isStrayOfDriver({ ...error, name, message, stack })).toBe(true);
      expect(isStrayOfDriver({ name, message })).toBe(false);
    },
  );

  it.each([
    [`Object.assign(new Error('gone'), { query: '${TYPES}' })`, 0],
    ["new Error('a bug')", 1],
  ])('%s ends a process with %i', async (error, code) => {
    const script = `
      import { surviveStrayErrors } from './lib/server/stray-errors.ts';
      surviveStrayErrors(() => undefined);
      Promise.reject(${error});
      setTimeout(() => process.exit(0), 200);`;
    const exit = await new Promise<number | null>((resolve) => {
      const child = execFile(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
      child.once('exit', resolve);
    });
    expect(exit).toBe(code);
  });
});
