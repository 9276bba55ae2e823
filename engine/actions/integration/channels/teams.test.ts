import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Notice } from './notice';
import { teamsMessage } from './teams';

const notice = (changes: Partial<Notice> = {}): Notice => ({
  message: 'The import is done.',
  title: undefined,
  severity: 'info',
  priority: undefined,
  recipients: undefined,
  ...changes,
});

const card = (changes: Partial<Notice> = {}) =>
  JSON.parse(teamsMessage(notice(changes))).attachments[0].content;
const texts = (changes: Partial<Notice>) => card(changes).body.map(({ text }: { text: string }) => text);

describe('a Teams message', () => {
  it('is one Adaptive Card in an envelope', () => {
    expect(
      JSON.parse(teamsMessage(notice({ title: 'Import', severity: 'warning', priority: 'high' }))),
    ).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              { type: 'TextBlock', text: 'Import', wrap: true, size: 'Large', weight: 'Bolder' },
              { type: 'TextBlock', text: 'The import is done.', wrap: true },
              {
                type: 'TextBlock',
                text: '⚠️ Warning · Priority: high',
                wrap: true,
                color: 'Warning',
                size: 'Small',
              },
            ],
            msteams: { width: 'Full', entities: [] },
          },
        },
      ],
    });
  });

  it('mentions people by their addresses; other names stay text', () => {
    const { body, msteams } = card({
      recipients: ['Jo <Doe> <jo@example.org>', '"Jo <Doe>" <jo@example.org>', 'al@example.org', 'ops'],
    });
    expect(msteams.entities).toEqual([
      { type: 'mention', text: '<at>Jo Doe</at>', mentioned: { id: 'jo@example.org', name: 'Jo Doe' } },
      {
        type: 'mention',
        text: '<at>al@example.org</at>',
        mentioned: { id: 'al@example.org', name: 'al@example.org' },
      },
    ]);
    expect(body[0].text).toBe('<at>Jo Doe</at> <at>al@example.org</at> Jo Doe jo@example.org ops');
  });

  it('keeps line breaks', () => {
    expect(texts({ message: 'a\nb\r\n\r\nc' })[0]).toBe('a\n\nb\n\nc');
  });

  it('shortens a message of more than 28 KB, and marks it', () => {
    const message = 'é😀"\n'.repeat(20_000);
    const sent = teamsMessage(notice({ message }));
    const size = new TextEncoder().encode(sent).length;
    expect(size).toBeLessThanOrEqual(28_000);
    expect(size).toBeGreaterThan(27_900);
    expect(texts({ message })[0]).toMatch(/… \(the first \d+ of 100000 characters\)$/);
  });

  it('is never too large and always valid, for any input', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '\n', '"', '😀', '\u0001', '<', 'é'),
      maxLength: 60_000,
    });
    fc.assert(
      fc.property(text, fc.array(fc.string({ maxLength: 300 }), { maxLength: 80 }), (message, recipients) => {
        const sent = teamsMessage(notice({ message, title: message, recipients }));
        expect(new TextEncoder().encode(sent).length).toBeLessThanOrEqual(28_000);
        expect(JSON.parse(sent).type).toBe('message');
        expect(sent).not.toMatch(/\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])/i);
      }),
      { numRuns: 50, seed: 20_261_121 },
    );
  });
});
