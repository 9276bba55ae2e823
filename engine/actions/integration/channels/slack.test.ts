import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Notice } from './notice';
import { slackMessage } from './slack';

const notice = (changes: Partial<Notice> = {}): Notice => ({
  message: 'The import is done.',
  title: undefined,
  severity: 'info',
  priority: undefined,
  recipients: undefined,
  ...changes,
});

/** All text of the blocks, in order. */
function texts(changes: Partial<Notice>): string[] {
  return slackMessage(notice(changes)).blocks.flatMap((block) =>
    [...JSON.stringify(block).matchAll(/"text":"((?:\\.|[^"\\])*)"/g)].map(([, text]) =>
      JSON.parse(`"${text}"`),
    ),
  );
}

describe('a Slack message', () => {
  it('has text for clients without blocks, and a line for severity and priority', () => {
    expect(slackMessage(notice())).toEqual({
      text: 'Info: The import is done.',
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: 'The import is done.' } },
        { type: 'context', elements: [{ type: 'mrkdwn', text: 'ℹ️ Info' }] },
      ],
    });
    const full = slackMessage(notice({ title: 'Import', severity: 'error', priority: 'urgent' }));
    expect(full.text).toBe('Error: Import: The import is done.');
    expect(full.blocks[0]).toEqual({
      type: 'header',
      text: { type: 'plain_text', text: '🛑 Import', emoji: true },
    });
    expect(texts({ severity: 'error', priority: 'urgent' }).at(-1)).toBe('🛑 Error · Priority: urgent');
  });

  it('mentions members, groups and channels; other names stay text', () => {
    const recipients = [
      '@U012AB3CD',
      'W012AB3CD',
      '<@U999AB3CD>',
      '@S012AB3CD',
      '@here',
      '<!channel>',
      'Jo & <Al>',
    ];
    expect(texts({ recipients })[0]).toBe(
      '<@U012AB3CD> <@W012AB3CD> <@U999AB3CD> <!subteam^S012AB3CD> <!here> <!channel> Jo &amp; &lt;Al&gt;',
    );
  });

  it('does not let data mention people or add links', () => {
    expect(texts({ message: '<!channel> <http://evil.test|bank> & co', title: '<!here>' })).toEqual([
      'ℹ️ <!here>', // a header is plain text
      '&lt;!channel&gt; &lt;http://evil.test|bank&gt; &amp; co',
      'ℹ️ Info',
    ]);
    expect(slackMessage(notice({ title: '<!here>' })).text).toBe('Info: &lt;!here&gt;: The import is done.');
  });

  it('splits a long message into sections, and marks where it is shortened', () => {
    const message = 'é<'.repeat(10_000);
    const parts = texts({ message }).slice(0, -1);
    expect(parts).toHaveLength(11);
    const shown = parts.slice(0, -1).join('').replaceAll('&lt;', '<');
    expect(message.startsWith(shown)).toBe(true);
    expect(parts.at(-1)).toBe(`… (the first ${shown.length} of ${message.length} characters)`);
  });

  it('keeps within the limits of Slack for any input', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '&', '<', '😀', '\n', ' '),
      maxLength: 9_000,
      minLength: 0,
    });
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 60 }), (message, title, recipients) => {
        const { text: fallback, blocks } = slackMessage(
          notice({ message, title, recipients, priority: title }),
        );
        expect(fallback.length).toBeLessThanOrEqual(3_000);
        expect(blocks.length).toBeLessThanOrEqual(50);
        for (const block of blocks) {
          const limit = block.type === 'header' ? 150 : 3_000;
          const [, inner = ''] = /"text":"((?:\\.|[^"\\])*)"/.exec(JSON.stringify(block)) ?? [];
          const shown: string = JSON.parse(`"${inner}"`);
          expect(shown.length).toBeGreaterThan(0);
          expect(shown.length).toBeLessThanOrEqual(limit);
          if (block.type !== 'header') expect(shown).not.toMatch(/&(?!amp;|lt;|gt;)|<(?![@!])/);
        }
      }),
      { numRuns: 100, seed: 20_261_121 },
    );
  });
});
