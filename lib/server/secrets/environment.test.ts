import { describe, expect, test } from 'vitest';
import { createLocalSecrets } from './environment';

const local = (secrets: Record<string, string>, settings = {}) => createLocalSecrets({ secrets, settings });
const value = async (secrets: Record<string, string>, name: string) =>
  (await local(secrets).secrets.reveal(name))?.value;

describe('a secret of the environment', () => {
  test.each([
    [{ token: 'as written' }, 'token', 'as written'],
    [{ TOKEN: 'in capitals' }, 'token', 'in capitals'],
    [{ TOKEN: 'other', token: 'exactly' }, 'token', 'exactly'],
  ])('is found: %j', async (secrets, name, found) => expect(await value(secrets, name)).toBe(found));

  test.each([
    [{}, 'token'],
    [{ TOKEN: 'one', Token: 'two' }, 'token'],
    [{ tokens: 'other' }, 'token'],
    [{}, '__proto__'],
  ])('is reported missing with the name of its variable: %j', async (secrets, name) => {
    await expect(value(secrets, name)).rejects.toMatchObject({
      kind: 'invalid_params',
      message: expect.stringContaining(`PIPEWRIGHT_SECRET_${name}`),
    });
  });

  test('that is missing is not a failure for an optional setting', async () => {
    expect(await local({}).settings('smtp_url')).toBeUndefined();
    expect(await local({ SMTP_URL: 'smtp://mail.test' }).settings('smtp_url')).toMatchObject({
      value: 'smtp://mail.test',
    });
  });
});
