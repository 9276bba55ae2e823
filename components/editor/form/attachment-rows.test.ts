import { describe, expect, it } from 'vitest';
import { attachmentRow, withPart, withSource } from './attachment-rows';

describe('an attachment', () => {
  it('is a template, a form, or JSON when the form cannot show all of it', () => {
    expect(attachmentRow('{{steps.get.output.response_body}}').kind).toBe('template');
    expect(attachmentRow({ filename: 'a.txt', content: 'x' })).toMatchObject({
      kind: 'parts',
      source: 'content',
    });
    expect(attachmentRow({ filename: 'a.bin', path: 'files/1' })).toMatchObject({ source: 'path' });
    expect(attachmentRow({ filename: 'a.txt', content: 'x', cid: '1' }).kind).toBe('json');
    expect(attachmentRow({ filename: 'a.txt', content: 'x', path: 'files/1' }).kind).toBe('json');
    expect(attachmentRow({ filename: 'a.txt', content: { a: 1 } }).kind).toBe('json');
    expect(attachmentRow(7).kind).toBe('json');
  });

  it('keeps its keys in order when its source changes', () => {
    const before = { content_type: 'text/csv', content: 'abc', filename: 'a.csv' };
    const after = withSource(before, 'content', 'content_base64');
    expect(Object.entries(after)).toEqual([
      ['content_type', 'text/csv'],
      ['content_base64', 'abc'],
      ['filename', 'a.csv'],
    ]);
  });

  it('has no content type instead of an empty one', () => {
    expect(withPart({ filename: 'a', content_type: 'x/y' }, 'content_type', '')).toEqual({ filename: 'a' });
  });
});
