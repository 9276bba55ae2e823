import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMailbox, parseMailboxes, uniqueMailboxes, writeMailbox } from './mail_address';

const seed = 20_261_121;

describe('a mailbox', () => {
  it.each([
    ['jo@example.org', { address: 'jo@example.org' }],
    ['  jo@example.org ', { address: 'jo@example.org' }],
    ['jo.doe+tag@mail.example.org', { address: 'jo.doe+tag@mail.example.org' }],
    ['root@localhost', { address: 'root@localhost' }],
    ['jo@EXAMPLE.org', { address: 'jo@example.org' }],
    ['jo@bücher.example', { address: 'jo@xn--bcher-kva.example' }],
    ['Jo Doe <jo@example.org>', { address: 'jo@example.org', name: 'Jo Doe' }],
    ['"Doe, Jo" <jo@example.org>', { address: 'jo@example.org', name: 'Doe, Jo' }],
    ['"Jo \\"J\\" Doe" <jo@example.org>', { address: 'jo@example.org', name: 'Jo "J" Doe' }],
    ['Jörg Müller <jo@example.org>', { address: 'jo@example.org', name: 'Jörg Müller' }],
    ['<jo@example.org>', { address: 'jo@example.org' }],
  ])('is read from %s', (written, mailbox) => expect(parseMailbox(written, 'params.to')).toEqual(mailbox));

  it.each([
    '',
    ' ',
    'jo',
    '@example.org',
    'jo@',
    'jo@@example.org',
    'jo@example..org',
    '.jo@example.org',
    'jo.@example.org',
    'j o@example.org',
    'jo@exa mple.org',
    'jo@example.org.',
    'jo@-example.org',
    'jo@under_score.org',
    'jo@[127.0.0.1]',
    'jo@127.0.0.1',
    'jo@2130706433',
    'jo@0x7f.1',
    'jo@example.org:25',
    'jo@example.org/path',
    'jo@example%2eorg',
    'jo%evil.test@example.org',
    'evil.test!jo@example.org',
    '@relay.test:jo@example.org',
    '<@relay.test:jo@example.org>',
    '"jo doe"@example.org',
    'jo@example.org (comment)',
    'jo(comment)@example.org',
    'Team: jo@example.org;',
    'Team: a@b, c@d;',
    'a@example.org, b@example.org',
    'a@example.org b@example.org',
    'a@example.org> <b@example.org',
    'Jo <jo@example.org> <b@example.org>',
    'Jo <<jo@example.org>>',
    'Jo (Ops) <jo@example.org>',
    'Doe, Jo <jo@example.org>',
    'jo@example.org\r\nBcc: evil@example.org',
    'Jo\nBcc: evil@example.org <jo@example.org>',
    'jo@exa\tmple.org',
    'jo@example.org\u0000',
    'Jo\u2028Doe <jo@example.org>',
    'jö@example.org',
    `${'x'.repeat(65)}@example.org`,
    `jo@${'x'.repeat(64)}.org`,
    `jo@${'abcdefghi.'.repeat(26)}org`,
    `${'x'.repeat(201)} <jo@example.org>`,
  ])('is not %j', (written) => {
    expect(() => parseMailbox(written, 'params.to')).toThrow(
      expect.objectContaining({ kind: 'invalid_params', path: 'params.to' }),
    );
  });

  it('is formatted as it was written', () => {
    for (const written of ['jo@example.org', '"Doe, Jo" <jo@example.org>', '"a\\"b\\\\c" <jo@example.org>']) {
      expect(writeMailbox(parseMailbox(written, 'params.to'))).toBe(written);
    }
  });
});

describe('a list of mailboxes', () => {
  it('is one text with commas, or a list of single mailboxes', () => {
    const both = [{ address: 'a@example.org', name: 'Doe, A' }, { address: 'b@example.org' }];
    expect(parseMailboxes('"Doe, A" <a@example.org>, b@example.org,', 'params.to')).toEqual(both);
    expect(parseMailboxes(['"Doe, A" <a@example.org>', 'b@example.org'], 'params.to')).toEqual(both);
  });

  it('names the invalid entry', () => {
    expect(() => parseMailboxes(['a@example.org', 'b@example.org, c@example.org'], 'params.cc')).toThrow(
      expect.objectContaining({ path: 'params.cc.1' }),
    );
  });

  it('contains each address once', () => {
    const list = parseMailboxes('Jo <a@example.org>, A@example.org, b@example.org', 'params.to');
    expect(uniqueMailboxes(list).map(({ address }) => address)).toEqual(['a@example.org', 'b@example.org']);
  });

  it('parses text of any length quickly', () => {
    for (const text of [' '.repeat(1_000_000), '"'.repeat(999_999), '<'.repeat(1_000_000)]) {
      expect(() => parseMailboxes(text, 'params.to')).toThrow();
    }
  });

  it('never returns an address with a line break or with two mailboxes', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('a', '@', '.', ',', ';', ':', '<', '>', '"', '\\', '\r', '\n', ' ', '%', '!'),
    });
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string({ unit: 'binary' }), fc.emailAddress()), (text) => {
        try {
          const { address } = parseMailbox(text, 'params.to');
          expect(address).toMatch(/^[\x21-\x7e]+@[a-z0-9.-]+$/);
          expect(address).not.toMatch(/[<>,;:"\\%!()[\]]/);
        } catch (error) {
          expect(error).toMatchObject({ kind: 'invalid_params' });
        }
      }),
      { numRuns: 5_000, seed },
    );
  });
});
