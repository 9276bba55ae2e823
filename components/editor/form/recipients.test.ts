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
  it('stays text for one recipient and becomes a list with several', () => {
    expect(writeRecipients(['a@x.org'], undefined, either)).toBe('a@x.org');
    expect(writeRecipients(['a@x.org', 'b@x.org'], 'a@x.org', either)).toEqual(['a@x.org', 'b@x.org']);
    expect(writeRecipients([], 'a@x.org', either)).toBe('');
  });

  it('stays a list where its author wrote one, or only a list may stand', () => {
    expect(writeRecipients(['a@x.org'], ['a@x.org', 'b@x.org'], either)).toEqual(['a@x.org']);
    expect(writeRecipients(['a@x.org'], undefined, list)).toEqual(['a@x.org']);
  });

  it('is read whichever it is', () => {
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
  ])('is told apart as the action does it: %j', (text) => {
    expect(mayBeAddress(text)).toBe(isMailbox(text));
  });

  it('may come from a template', () => {
    expect(mayBeAddress('{{params.to}}')).toBe(true);
    expect(mayBeAddress('jo@{{params.domain}}')).toBe(true);
  });
});
