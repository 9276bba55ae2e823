import { describe, expect, it } from 'vitest';
import type { Declarations } from '@/components/params/param-drafts';
import type { TriggerDetail } from '@/lib/contracts/triggers';
import { paramDraftsOf, readParamDrafts, sourcesOf, undeclaredNames } from './param-drafts';
import { problemsOfRefusal, readTriggerDraft } from './read-draft';
import { draftOfTrigger, newDraft, type TriggerDraft } from './trigger-draft';

const DECLARED: Declarations = {
  tag: { type: 'string', required: true },
  note: { type: 'string' },
  replicas: { type: 'integer', default: 2 },
  canary: { type: 'boolean', default: true },
  tier: { type: 'string', enum: ['small', 'large'], default: 'small' },
  prompts: { type: 'array' },
};

const timing = { misfire: 'fire_once', overlap: 'allow' } as const;

function stored(type: TriggerDetail['type'], config: object, params: object = {}): TriggerDetail {
  return { id: 't', pipelineId: 'p', type, name: 'N', enabled: false, config, params } as TriggerDetail;
}

function problemsOf(draft: TriggerDraft, declared: Declarations = {}) {
  const read = readTriggerDraft(draft, declared);
  return read.ok ? {} : read.problems;
}

describe('the form of a trigger', () => {
  it.each([
    stored('schedule', { kind: 'cron', cron: '0 9 * * 1-5', time_zone: 'Europe/Berlin', ...timing }),
    stored('schedule', { kind: 'cron', cron: '*/2 * * * * *', time_zone: 'UTC', ...timing }),
    stored('schedule', { kind: 'interval', every_seconds: 90, misfire: 'skip', overlap: 'skip' }),
    stored('schedule', {
      kind: 'interval',
      every_seconds: 3600,
      from: '2026-01-01T00:00:00.000Z',
      ...timing,
    }),
    stored('schedule', {
      kind: 'once',
      at: '2030-01-01T12:00:00.000Z',
      misfire: 'fire_all',
      overlap: 'allow',
    }),
    stored('webhook', { reply: 'at_once', reply_timeout_seconds: 30 }),
    stored('webhook', {
      reply: 'outputs',
      reply_timeout_seconds: 7,
      signature: { kind: 'body', header: 'x-sig', prefix: '', secret: 'one' },
      header: { name: 'x-token', secret: 'two' },
    }),
    stored('webhook', {
      reply: 'at_once',
      reply_timeout_seconds: 30,
      signature: { kind: 'standard', header: 'webhook-signature', prefix: 'v1,', secret: 'one' },
    }),
    stored('pipeline_finished', { pipeline_id: 'q', statuses: ['failed', 'cancelled'] }),
  ])('returns its input unchanged: $type $config', (trigger) => {
    expect(readTriggerDraft(draftOfTrigger(trigger, {}, 'UTC'), {})).toEqual({
      ok: true,
      trigger: { type: trigger.type, name: 'N', enabled: false, config: trigger.config, params: {} },
    });
  });

  it('reports at each field what is missing', () => {
    const schedule = newDraft('schedule', {}, 'UTC');
    const cron = schedule.schedule.cron;
    const withSchedule = (part: object) => ({
      ...schedule,
      name: 'N',
      schedule: { ...schedule.schedule, ...part },
    });
    expect(problemsOf(schedule)).toEqual({ name: expect.stringContaining('name') });
    expect(problemsOf({ ...schedule, name: 'x'.repeat(201) })).toHaveProperty('name');
    expect(problemsOf(withSchedule({ cron: { ...cron, preset: 'custom', cron: ' ' } }))).toHaveProperty([
      'config.cron',
    ]);
    expect(problemsOf(withSchedule({ cron: { ...cron, preset: 'hour', minute: '60' } }))).toHaveProperty([
      'config.cron',
    ]);
    expect(problemsOf(withSchedule({ cron: { ...cron, time: '' } }))).toHaveProperty(['config.cron']);
    expect(problemsOf(withSchedule({ zone: 'Berlin' }))).toHaveProperty(['config.time_zone']);
    for (const every of ['', '0', '1.5', '-1', 'x']) {
      expect(problemsOf(withSchedule({ kind: 'interval', every }))).toHaveProperty(['config.every_seconds']);
    }
    expect(
      problemsOf(withSchedule({ kind: 'interval', every: '366', unit: 'day' }))['config.every_seconds'],
    ).toContain('365');
    expect(problemsOf(withSchedule({ kind: 'once' }))).toHaveProperty(['config.at']);
  });

  it('reports missing fields of a webhook, and nothing about disabled ones', () => {
    const draft = { ...newDraft('webhook', {}, 'UTC'), name: 'N' };
    expect(problemsOf(draft)).toEqual({});
    const withWebhook = (part: object) => ({ ...draft, webhook: { ...draft.webhook, ...part } });
    expect(Object.keys(problemsOf(withWebhook({ isSigned: true, signatureHeader: 'x y' })))).toEqual([
      'config.signature.header',
      'config.signature.secret',
    ]);
    expect(Object.keys(problemsOf(withWebhook({ hasHeader: true })))).toEqual([
      'config.header.name',
      'config.header.secret',
    ]);
    expect(problemsOf(withWebhook({ reply: 'outputs', timeout: '301' }))).toHaveProperty([
      'config.reply_timeout_seconds',
    ]);
    expect(problemsOf(withWebhook({ reply: 'at_once', timeout: '301' }))).toEqual({});
  });

  it('takes params of a webhook from its calls until they are set in the form', () => {
    const draft = { ...newDraft('webhook', DECLARED, 'UTC'), name: 'N' };
    expect(readTriggerDraft(draft, DECLARED)).toMatchObject({ ok: true, trigger: { params: {} } });
    expect(problemsOf({ ...draft, isFromCall: false }, DECLARED)).toHaveProperty(['params.tag']);
    const config = { reply: 'at_once', reply_timeout_seconds: 30 };
    expect(draftOfTrigger(stored('webhook', config), DECLARED, 'UTC').isFromCall).toBe(true);
    expect(draftOfTrigger(stored('webhook', config, { tag: 'x' }), DECLARED, 'UTC').isFromCall).toBe(false);
    expect(newDraft('schedule', DECLARED, 'UTC').isFromCall).toBe(false);
  });

  it('requires a pipeline and a status', () => {
    const draft = {
      ...newDraft('pipeline_finished', {}, 'UTC'),
      name: 'N',
      finished: { pipelineId: '', statuses: [] },
    };
    expect(Object.keys(problemsOf(draft))).toEqual(['config.pipeline_id', 'config.statuses']);
  });

  it('shows refusals of the server at their fields, and others apart', () => {
    const error = {
      code: 'invalid',
      message: 'all',
      details: [
        { path: 'trigger.config.cron', message: 'It is never due.' },
        { path: 'trigger.params.tag.0', message: 'No such thing.' },
        { path: 'pipelineId', message: 'Too long.' },
      ],
    } as const;
    const all = problemsOfRefusal(error, (path) => path !== 'pipelineId');
    expect(all.fields).toEqual({ 'config.cron': 'It is never due.', 'params.tag': 'No such thing.' });
    expect(all.message).toBe('Too long.');
    expect(problemsOfRefusal({ code: 'conflict', message: 'No.' }, () => true)).toEqual({
      fields: {},
      message: 'No.',
    });
  });
});

describe('params of a trigger', () => {
  it('starts with defaults, and leaves out params that use them', () => {
    const drafts = paramDraftsOf(DECLARED, {});
    expect(drafts.canary).toEqual({ source: 'default', value: 'true', template: '' });
    expect(drafts.tag?.source).toBe('value');
    expect(
      readParamDrafts(DECLARED, { ...drafts, tag: { source: 'value', value: 'v1', template: '' } }),
    ).toEqual({
      ok: true,
      params: { tag: 'v1' },
    });
  });

  it('shows stored values, templates, and texts with templates', () => {
    const params = {
      tag: 'release {{trigger.body.tag}}',
      note: '',
      replicas: '{{trigger.body.count}}',
      canary: false,
      tier: 'large',
      prompts: ['a', '{{trigger.body.b}}'],
    };
    const drafts = paramDraftsOf(DECLARED, params);
    expect(drafts.replicas?.source).toBe('template');
    expect(drafts.tag?.source).toBe('value');
    expect(readParamDrafts(DECLARED, drafts)).toEqual({ ok: true, params });
    expect(undeclaredNames(DECLARED, { ...params, gone: 1 })).toEqual(['gone']);
  });

  it('has a separate template field only for params that are not text', () => {
    expect(sourcesOf({ type: 'string', required: true })).toEqual(['value']);
    expect(sourcesOf({ type: 'string' })).toEqual(['default', 'value']);
    expect(sourcesOf({ type: 'integer', required: true })).toEqual(['value', 'template']);
    expect(sourcesOf({ type: 'string', enum: ['a'], default: 'a' })).toEqual([
      'default',
      'value',
      'template',
    ]);
  });

  it.each([
    ['tag', { source: 'value', value: '', template: '' }, 'required'],
    ['tag', { source: 'value', value: '{{trigger.body', template: '' }, 'not closed'],
    ['tag', { source: 'value', value: '{{params.x}}', template: '' }, 'params is not available'],
    ['replicas', { source: 'value', value: 'two', template: '' }, 'integer'],
    ['replicas', { source: 'template', value: '', template: ' ' }, 'Enter a template'],
    [
      'replicas',
      { source: 'template', value: '', template: '{{steps.a.output.b}}' },
      'steps is not available',
    ],
    ['tier', { source: 'value', value: 'huge', template: '' }, 'cannot be'],
    ['prompts', { source: 'value', value: '["a",]', template: '' }, 'Line 1'],
    ['prompts', { source: 'value', value: '["{{nowhere.x}}"]', template: '' }, 'nowhere is not available'],
  ] as const)('reports what is wrong with %s %o', (name, draft, says) => {
    const tag = { source: 'value', value: 'v1', template: '' } as const;
    const read = readParamDrafts(DECLARED, { ...paramDraftsOf(DECLARED, {}), tag, [name]: draft });
    expect(read.ok ? {} : read.problems).toEqual({ [name]: expect.stringContaining(says) });
  });
});
