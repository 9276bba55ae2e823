import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/engine';
import { CHANNEL_KINDS, type ChannelName } from '@/engine/channels';
import { missingChannel, senderOf, sendToInbox, startParams } from './channel-offer';

const channels = (...configured: ChannelName[]) => ({
  channels: CHANNEL_KINDS.map(({ name }) => ({
    name,
    configured: name === 'inbox' || configured.includes(name),
  })),
});
const step = (action: string, params: JsonObject) => ({ id: 'a', action, params });

describe('a step whose channel is not configured', () => {
  it.each([
    ['notification', { channel: 'slack' }, 'Slack'],
    ['notification', { channel: 'chat_b' }, 'Microsoft Teams'],
    ['notification', { channel: 'email' }, 'Email'],
    ['email', { to: 'jo@example.org' }, 'Email'],
    ['email', { to: 'jo@example.org', smtp: '{{secrets.server}}' }, undefined],
    ['notification', { channel: 'slack', webhook_url: '{{secrets.hook}}' }, undefined],
    ['notification', { channel: '{{params.channel}}' }, undefined],
    ['notification', { channel: 'inbox' }, undefined],
    ['notification', {}, undefined],
    ['log', { channel: 'slack' }, undefined],
  ])('%s with %j lacks %s', (action, params, title) => {
    expect(missingChannel(step(action, params), channels())?.title).toBe(title);
  });

  it('lacks nothing once the channel is configured', () => {
    expect(missingChannel(step('notification', { channel: 'slack' }), channels('slack'))).toBeUndefined();
  });

  it('sends to the inbox with all that was written', () => {
    const slack = step('notification', { message: 'm', channel: 'slack', title: 't' });
    expect(sendToInbox({ name: 'P', steps: [slack] }, slack).steps).toEqual([
      step('notification', { message: 'm', channel: 'inbox', title: 't' }),
    ]);
  });

  it('may be the action that a loop runs for each item', () => {
    const fields = { action: 'action', params: 'action_params' };
    const inner = { message: '{{item}}', channel: 'slack' };
    const loop = step('loop', { items: [1], action: 'notification', action_params: inner, parallel: true });
    expect(missingChannel(senderOf(loop, fields), channels())?.title).toBe('Slack');
    expect(sendToInbox({ name: 'P', steps: [loop] }, loop, fields).steps).toEqual([
      step('loop', {
        ...{ items: [1], action: 'notification', parallel: true },
        action_params: { message: '{{item}}', channel: 'inbox' },
      }),
    ]);
    const mails = step('loop', { items: [1], action: 'email', action_params: { to: 'jo@example.org' } });
    expect(missingChannel(senderOf(mails, fields), channels())?.title).toBe('Email');
    expect(sendToInbox({ name: 'P', steps: [mails] }, mails, fields).steps[0]?.params).toMatchObject({
      action: 'notification',
      action_params: { channel: 'inbox', recipients: 'jo@example.org' },
    });
    expect(missingChannel(senderOf(step('loop', { items: [1] }), fields), channels())).toBeUndefined();
  });

  it('becomes a notification when it is an email', () => {
    const mail = step('email', { to: ['jo@example.org'], subject: 's', body: 'b', cc: 'x@example.org' });
    expect(sendToInbox({ name: 'P', steps: [mail] }, mail).steps).toEqual([
      step('notification', { channel: 'inbox', title: 's', message: 'b', recipients: ['jo@example.org'] }),
    ]);
  });
});

it('begins new notifications with the inbox only while no other channel is configured', () => {
  expect(startParams(channels())).toEqual({ notification: { channel: 'inbox' } });
  expect(startParams(channels('email'))).toEqual({});
});
