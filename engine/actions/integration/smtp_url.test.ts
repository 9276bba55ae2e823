import { describe, expect, it } from 'vitest';
import { ActionError } from '../../errors';
import { parseSmtpUrl } from './smtp_url';

describe('the address of a mail server', () => {
  it.each([
    ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, security: 'opportunistic' }],
    ['smtp://mail.example.org/', { host: 'mail.example.org', port: 587, security: 'opportunistic' }],
    ['smtps://mail.example.org', { host: 'mail.example.org', port: 465, security: 'tls' }],
    ['smtp://mail.example.org:465', { host: 'mail.example.org', port: 465, security: 'tls' }],
    ['smtp://mail.example.org?security=tls', { host: 'mail.example.org', port: 465, security: 'tls' }],
    [
      'SMTP://MAIL.example.org:25?security=starttls',
      { host: 'mail.example.org', port: 25, security: 'starttls' },
    ],
    ['smtp://127.0.0.1:2525?security=none', { host: '127.0.0.1', port: 2525, security: 'none' }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, security: 'opportunistic' }],
    ['smtp://bücher.example', { host: 'xn--bcher-kva.example', port: 587, security: 'opportunistic' }],
    [
      'smtp://jo%40example.org:p%40ss%3A%2F%3F%23%25@mail.example.org',
      {
        host: 'mail.example.org',
        port: 587,
        security: 'opportunistic',
        user: 'jo@example.org',
        password: 'p@ss:/?#%',
      },
    ],
    [
      'smtps://jo:a:b@mail.example.org',
      { host: 'mail.example.org', port: 465, security: 'tls', user: 'jo', password: 'a:b' },
    ],
  ])('%s', (written, server) => expect(parseSmtpUrl(written, 'params.smtp')).toEqual(server));

  it.each([
    ['hunter2', 'smtp://user:password@host:587'],
    ['', 'smtp://user:password@host:587'],
    ['http://jo:hunter2@mail.example.org', 'smtp://'],
    ['smtp://', 'smtp://'],
    ['smtp://jo:hunter2@', 'smtp://'],
    ['smtp:///tmp/hunter2.sock', 'smtp://'],
    ['smtp://jo:hun/ter2@mail.example.org', '%2F'],
    ['smtp://jo:hunter2@mail.example.org/inbox', 'smtp://'],
    ['smtp://jo:hunter2@mail.example.org#x', '%23'],
    ['smtp://jo:hunter2@mail.example.org:0', 'port'],
    ['smtp://jo:hunter2@mail.example.org:70000', 'port'],
    ['smtp://jo:hunter2@-mail', 'host'],
    ['smtp://jo:hunter2@0x7f.1', 'host'],
    ['smtp://jo:hunter2@999.1.1.1', 'host'],
    ['smtp://jo:hunter2@[::zz]', 'smtp://'],
    ['smtp://jo@mail.example.org', 'both a user name and a password'],
    ['smtp://:hunter2@mail.example.org', 'both a user name and a password'],
    ['smtp://jo:hunter2%@mail.example.org', '%25'],
    ['smtp://jo:hunter2%0d%0a@mail.example.org', 'line break'],
    ['smtp://jo:hunter2\r\n@mail.example.org', 'line break'],
    ['smtp://jo:hunter2@mail.example.org?security=maybe', 'security=tls | starttls'],
    ['smtp://jo:hunter2@mail.example.org?hunter2=1', 'security=tls | starttls'],
    ['smtp://jo:hunter2@mail.example.org?security=tls&name=evil', 'security=tls | starttls'],
    ['smtp://jo:hunter2@mail.example.org?security=tls&security=none', 'security=tls | starttls'],
    ['smtps://jo:hunter2@mail.example.org?security=none', 'smtps://'],
  ])('refuses %j without repeating it', (written, hint) => {
    let error: unknown;
    try {
      parseSmtpUrl(written, 'params.smtp');
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ActionError);
    expect(error).toMatchObject({ kind: 'invalid_params', path: 'params.smtp' });
    expect(String(error)).toContain(hint);
    expect(JSON.stringify({ ...(error as ActionError), text: String(error) })).not.toMatch(
      /hun\/?ter|mail\.example/,
    );
  });

  it('names the setting that contains it', () => {
    expect(() => parseSmtpUrl('x', 'SMTP_URL')).toThrow(/^SMTP_URL is not/);
  });
});
