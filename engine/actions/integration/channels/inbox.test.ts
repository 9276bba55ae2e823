import { describe, expect, it } from 'vitest';
import { byParam } from '../../../action';
import type { NewNotice } from '../../../ports';
import { fakeContext, perform } from '../../../testing/fakes';
import { notification } from '../notification';

async function notify(written: Record<string, unknown>, isStored = true) {
  const stored: NewNotice[] = [];
  const put = async (notice: NewNotice) => {
    stored.push(notice);
    return isStored;
  };
  const ctx = fakeContext({ inbox: { put } });
  const output = await perform(notification, { channel: 'inbox', message: 'Done.', ...written }, ctx);
  return { output, stored, lines: ctx.log.lines };
}

describe('the channel inbox', () => {
  it('stores the notice with all that was said, and needs no configuration', async () => {
    const said = { title: 'Import', severity: 'warning', priority: 'high' };
    const { output, stored, lines } = await notify({ ...said, recipients: 'ops, jo@example.org' });
    expect(stored).toEqual([{ message: 'Done.', ...said, recipients: ['ops', 'jo@example.org'] }]);
    expect(output).toEqual({ delivered: true, channel: 'inbox' });
    expect(lines).toEqual([{ level: 'info', message: 'The inbox accepted the message' }]);
  });

  it('logs the message and delivers nothing where there is no server', async () => {
    const { output, lines } = await notify({ title: 'Import' }, false);
    expect(output).toEqual({ delivered: false, channel: 'inbox' });
    expect(lines).toEqual([
      { level: 'warning', message: expect.stringMatching(/no server.*Import: Done\.$/) },
    ]);
  });

  it('shortens a message that is too long, and says so', async () => {
    const { stored, lines } = await notify({ message: 'x'.repeat(30_000) });
    expect(stored[0]?.message).toHaveLength(20_000);
    expect(lines[0]).toMatchObject({ level: 'warning', message: expect.stringContaining('20000') });
  });

  it('is repeated after a crash, unlike the other channels', () => {
    expect(byParam(notification.idempotent, { channel: 'inbox' })).toBe(true);
    expect(byParam(notification.idempotent, { channel: 'slack' })).toBe(false);
  });
});
