import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../config';

const read = (env: Record<string, string>) => readConfig(env, '/srv');

describe('PIPEWRIGHT_KEY', () => {
  test('lists keys, the first of which encrypts', () => {
    const { masterKeys } = read({ PIPEWRIGHT_KEY: `new:${'a'.repeat(64)},${'b'.repeat(64)}` });
    expect(masterKeys.map(({ id }) => id)).toEqual(['new', expect.stringMatching(/^k-/)]);
  });

  test('is refused without being shown', () => {
    expect(() => read({ PIPEWRIGHT_KEY: 'hunter2hunter2' })).toThrow(
      /^PIPEWRIGHT_KEY must contain keys of 32 bytes/,
    );
    expect(() => read({ PIPEWRIGHT_KEY: 'hunter2hunter2' })).not.toThrow(/hunter2/);
  });
});

describe('settings of the channels', () => {
  test('are read from their variables', () => {
    const { settings } = read({
      SMTP_URL: 'smtp://mail.example.org',
      WEBHOOK_SIGNING_KEY: '12345678',
      MAIL_FROM: ' ',
    });
    expect(settings).toEqual({ smtp_url: 'smtp://mail.example.org', webhook_signing_key: '12345678' });
  });

  test.each([
    ['SMTP_URL', 'post.example.net'],
    ['MAIL_FROM', 'nobody'],
    ['SLACK_WEBHOOK_URL', 'hooks.slack.com/x'],
    ['TEAMS_WEBHOOK_URL', 'ftp://example.org/x'],
    ['WEBHOOK_SIGNING_KEY', 'short'],
  ])('%s is refused by its name, without its value', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} must`));
    expect(() => read({ [name]: value })).not.toThrow(value);
  });
});

describe('PIPEWRIGHT_SECRET_<name>', () => {
  test('is a secret for the command line, unchanged', () => {
    expect(read({ PIPEWRIGHT_SECRET_token: ' 12345678\n' }).secrets).toEqual({ token: ' 12345678\n' });
  });

  test.each([
    ['PIPEWRIGHT_SECRET_token', '1234567'],
    ['PIPEWRIGHT_SECRET_a-b', '12345678'],
  ])('is refused by its name, without its value: %s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} cannot be a secret`));
    expect(() => read({ [name]: value })).not.toThrow(value);
  });
});
