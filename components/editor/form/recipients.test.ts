import { describe, expect, it } from 'vitest';
import { isMailbox } from '@/engine/actions/integration/mail_address';
import { mayBeAddress, readRecipients, splitRecipients, writeRecipients } from './recipients';

const either = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
const list = { type: 'array', items: { type: 'string' } };

describe('splitRecipients', () => {
  it('splits at commas, semicolons and line breaks', () => {
    expect(splitRecipients('a@x.org, b@x.org;c@x.org\nd@x.org,,')).toEqual([
      'a@x.org',
      'b@x.org',
      'c@x.org',
      'd@x.org',
    ]);
  });

  it('keeps names in quotes, and templates, whole', () => {
    expect(splitRecipients('"Doe, Jo" <jo@x.org>, {{ default(params.to, "a,b") }}')).toEqual([
      '"Doe, Jo" <jo@x.org>',
      '{{ default(params.to, "a,b") }}',
    ]);
  });
});

describe('the written form', () => {
  it('is text for one recipient and a list for several', () => {
    expect(writeRecipients(['a@x.org'], undefined, either)).toBe('a@x.org');
    expect(writeRecipients(['a@x.org', 'b@x.org'], 'a@x.org', either)).toEqual(['a@x.org', 'b@x.org']);
    expect(writeRecipients([], 'a@x.org', either)).toBe('');
  });

  it('is a list when the author wrote one, or the schema requires one', () => {
    expect(writeRecipients(['a@x.org'], ['a@x.org', 'b@x.org'], either)).toEqual(['a@x.org']);
    expect(writeRecipients(['a@x.org'], undefined, list)).toEqual(['a@x.org']);
  });

  it('is read in both forms', () => {
    expect(readRecipients('a@x.org, b@x.org')).toEqual(['a@x.org', 'b@x.org']);
    expect(readRecipients(['a@x.org', 7])).toEqual(['a@x.org', '7']);
    expect(readRecipients(undefined)).toEqual([]);
  });
});

describe('an address', () => {
  it.each([
    'jo@example.org',
    'Jo Doe <jo@example.org>',
    '"Doe, Jo" <jo@example.org>',
    'jo+tag@sub.example.org',
    'jo@localhost',
    'jo@bücher.example',
    'jo',
    '@example.org',
    'jo@',
    'jo@exa mple.org',
    'Doe, Jo <jo@example.org>',
    'jo@-example.org',
    'jo@1.2.3.4',
    'a@b@c.org',
    '',
  ])('is recognised as in the action: %j', (text) => {
    expect(mayBeAddress(text)).toBe(isMailbox(text));
  });

  it('may be a template', () => {
    expect(mayBeAddress('{{params.to}}')).toBe(true);
    expect(mayBeAddress('jo@{{params.domain}}')).toBe(true);
  });
});
