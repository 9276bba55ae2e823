import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { listFilesInput } from './files';
import { tryFunctionInput } from './functions';
import { iterationEventsInput, listIterationsInput } from './iterations';
import * as pipelines from './pipelines';
import * as reruns from './reruns';
import * as runs from './runs';
import * as secrets from './secrets';
import * as triggers from './triggers';

const id = 'x_1';
const cron = { kind: 'cron', cron: '0 * * * *' };
const schedule = { type: 'schedule', name: 'Hourly', config: cron };
const hook = { type: 'webhook', name: 'Push', config: {} };

/** Every body of a route and every argument of a server action, as small as it is accepted. */
const BODIES: Record<string, [schema: z.ZodType, body: Record<string, unknown>]> = {
  startRun: [runs.startRunInput, { pipelineId: id }],
  rerunRun: [reruns.rerunRunInput, { id, definition: 'original' }],
  runId: [runs.runIdInput, { id }],
  pinRun: [runs.pinRunInput, { id, pinned: true }],
  resolveInterrupted: [runs.resolveInterruptedInput, { runId: id, step: 'a', answer: 'retry' }],
  signal: [runs.signalInput, { id, name: 'go', value: true }],
  createPipeline: [pipelines.createPipelineInput, {}],
  savePipeline: [pipelines.savePipelineInput, { id, text: '{}', baseVersion: 1 }],
  renamePipeline: [pipelines.renamePipelineInput, { id, name: 'New' }],
  pipelineId: [pipelines.pipelineIdInput, { id }],
  addSecret: [secrets.addSecretInput, { name: 'token', value: 'long enough' }],
  changeSecret: [secrets.changeSecretInput, { name: 'token', description: '', hosts: [] }],
  secretName: [secrets.secretNameInput, { name: 'token' }],
  setChannel: [secrets.setChannelInput, { name: 'mail_from', value: 'a@b.test' }],
  clearChannel: [secrets.clearChannelInput, { name: 'mail_from' }],
  addTrigger: [triggers.addTriggerInput, { pipelineId: id, trigger: schedule }],
  changeTrigger: [triggers.changeTriggerInput, { id, trigger: hook }],
  enableTrigger: [triggers.enableTriggerInput, { id, enabled: true }],
  triggerId: [triggers.triggerIdInput, { id }],
  previewSchedule: [triggers.previewScheduleInput, { config: cron }],
  tryFunction: [tryFunctionInput, { pipelineId: id, stepId: 'a', params: {} }],
};

describe('a request', () => {
  it.each(Object.entries(BODIES))(
    'to %s is refused with the name of an unknown field',
    (_, [schema, body]) => {
      expect(schema.safeParse(body).error).toBeUndefined();
      const { error } = schema.safeParse({ ...body, definiton: {} });
      expect(error?.issues[0]?.message).toContain('"definiton"');
    },
  );

  it('is refused with an unknown field inside a trigger', () => {
    for (const trigger of [
      { ...schedule, extra: 1 },
      { ...schedule, config: { ...cron, extra: 1 } },
    ]) {
      const { error } = triggers.addTriggerInput.safeParse({ pipelineId: id, trigger });
      expect(error?.issues[0]?.message).toContain('"extra"');
    }
  });

  it.each([0, -1, 1.5, 2_147_483_648, 99_999_999_999_999, Number.MAX_VALUE, '1', null])(
    'is refused with the version %j',
    (version) => {
      expect(runs.startRunInput.safeParse({ pipelineId: id, version }).success).toBe(false);
      const save = { id, text: '', baseVersion: version };
      expect(pipelines.savePipelineInput.safeParse(save).success).toBe(false);
    },
  );
});

describe('a number in a URL', () => {
  const NUMBERS: [name: string, read: (text: unknown) => { success: boolean }][] = [
    ['limit of runs', (limit) => runs.listRunsInput.safeParse({ limit })],
    ['limit of deliveries', (limit) => triggers.listDeliveriesInput.safeParse({ triggerId: id, limit })],
    ['limit of files', (limit) => listFilesInput.safeParse({ runId: id, limit })],
    ['limit of iterations', (limit) => listIterationsInput.safeParse({ runId: id, step: 'a', limit })],
    ['first iteration', (from) => listIterationsInput.safeParse({ runId: id, step: 'a', from })],
    ['iteration', (index) => iterationEventsInput.safeParse({ runId: id, step: 'a', index })],
  ];

  it.each(NUMBERS)('(%s) has decimal digits only', (_, read) => {
    for (const text of ['1', '200', 7]) expect(read(text).success, String(text)).toBe(true);
    for (const text of [
      '1e2',
      '0x10',
      '0b1',
      ' 1',
      '1 ',
      '+1',
      '-1',
      '1.0',
      '',
      'NaN',
      '99999999999',
      true,
    ]) {
      expect(read(text).success, String(text)).toBe(false);
    }
  });
});
