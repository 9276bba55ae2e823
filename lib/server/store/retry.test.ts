import { describe, expect, it } from 'vitest';
import { isTransient, retrying } from './retry';

const coded = (code: string) => Object.assign(new Error(code), { code });

function failing(times: number, code: string) {
  let calls = 0;
  const statement = () => {
    calls += 1;
    return calls <= times ? Promise.reject(coded(code)) : Promise.resolve(calls);
  };
  return statement;
}

describe('retrying', () => {
  it.each(['40P01', '40001', '53300', 'CONNECTION_CLOSED', 'ECONNREFUSED'])(
    'sends again after %s',
    async (code) => {
      expect(await retrying(failing(2, code))).toBe(3);
    },
  );

  it('does not repeat a request that can never succeed', async () => {
    await expect(retrying(failing(1, '23505'))).rejects.toThrow('23505');
  });

  it('treats an ended pool as final', () => {
    expect(isTransient(coded('CONNECTION_ENDED'))).toBe(false);
    expect(isTransient(new Error('no code'))).toBe(false);
  });
});
