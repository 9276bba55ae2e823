import { describe, expect, it } from 'vitest';
import type { TriggerDelivery, TriggerDetail } from '@/lib/contracts/triggers';
import { everyOf, scheduleWords, secondsOf, summaryOf, whyNot } from './trigger-words';

const timing = { misfire: 'fire_once', overlap: 'allow' } as const;
const base = { sourceName: null } as TriggerDetail;

describe('the description of a trigger', () => {
  it('says when a schedule fires, and where', () => {
    const cron = { kind: 'cron', cron: '0 9 * * 1-5', time_zone: 'Europe/Berlin', ...timing } as const;
    expect(scheduleWords(cron, 'UTC')).toBe('Every weekday at 09:00, Europe/Berlin');
    expect(scheduleWords({ ...cron, cron: '0 9 13 * 5' }, 'UTC')).toBe('0 9 13 * 5, Europe/Berlin');
    expect(scheduleWords({ kind: 'interval', every_seconds: 7200, ...timing }, 'UTC')).toBe('Every 2 hours');
    expect(scheduleWords({ kind: 'interval', every_seconds: 1, ...timing }, 'UTC')).toBe('Every second');
    expect(scheduleWords({ kind: 'interval', every_seconds: 90, ...timing }, 'UTC')).toBe('Every 90 seconds');
    expect(scheduleWords({ kind: 'once', at: '2026-11-23T09:00:00Z', ...timing }, 'Europe/Berlin')).toBe(
      'Once on Mon 23 Nov, 10:00:00',
    );
    expect(everyOf(86_400)).toEqual({ count: 1, unit: 'day' });
    expect(secondsOf('hour')).toBe(3600);
  });

  it('says who may call a webhook', () => {
    const webhook = (config: object) =>
      summaryOf({ ...base, type: 'webhook', config } as TriggerDetail, 'UTC');
    expect(webhook({ reply: 'at_once', reply_timeout_seconds: 30 })).toBe('Anyone who knows the URL');
    expect(
      webhook({
        reply: 'outputs',
        signature: { kind: 'body', header: 'x-hub-signature-256', prefix: 'sha256=', secret: 'github' },
        header: { name: 'x-token', secret: 'token' },
      }),
    ).toBe('POST, signed with github and header x-token must match token; responds with the outputs');
  });

  it('says which pipeline and which statuses fire it', () => {
    const finished = (statuses: string[], sourceName: string | null) =>
      summaryOf(
        {
          ...base,
          type: 'pipeline_finished',
          sourceName,
          config: { pipeline_id: 'p', statuses },
        } as TriggerDetail,
        'UTC',
      );
    expect(finished(['completed'], 'Nightly')).toBe('When Nightly has completed');
    expect(finished(['failed', 'cancelled'], 'Nightly')).toBe('When Nightly has failed or is cancelled');
    expect(finished(['completed'], null)).toBe('When a deleted pipeline has completed');
  });

  it('has the server’s sentence for a delivery without a run, or one for the reason', () => {
    const delivery = { outcome: 'skipped', reason: 'overlap', detail: null } as TriggerDelivery;
    expect(whyNot(delivery)).toBe('The previous run was still running.');
    expect(whyNot({ ...delivery, detail: 'Run #4 is still going.' })).toBe('Run #4 is still going.');
    expect(whyNot({ ...delivery, outcome: 'started', reason: null })).toBeUndefined();
    expect(whyNot({ ...delivery, reason: null })).toBe('No reason recorded.');
  });
});
