import { describe, expect, it } from 'vitest';
import { finish } from '../pausing';
import { paramsOfRequest, triggerParams } from './params';
import { type BodyText, readingBody, webhookTrigger } from './webhook';

const readBody = (body: BodyText) => finish(readingBody(body));

describe('reading a body', () => {
  it.each([
    ['application/json', '{"a":[1]}', { a: [1] }],
    ['application/vnd.github+json; charset=utf-8', '{"a":1}', { a: 1 }],
    ['application/x-www-form-urlencoded', 'a=1&b=x+y&b=%C3%BC', { a: '1', b: ['x y', 'ü'] }],
    ['text/plain', '{"a":1}', '{"a":1}'],
    [undefined, '{"a":1}', { a: 1 }],
    [undefined, 'hello', 'hello'],
    ['application/json', '', null],
  ])('reads %s', (contentType, text, body) => {
    expect(readBody({ contentType, text })).toEqual({ body });
  });

  it.each([
    ['application/json', '{"a":', /not valid JSON/],
    ['application/json', '['.repeat(100) + ']'.repeat(100), /too deeply/],
    ['application/json', `{${Array.from({ length: 50_001 }, (_, n) => `"k${n}":1`).join(',')}}`, /too many/],
    ['application/x-www-form-urlencoded', 'a&'.repeat(50_001), /more than 50000 fields/],
    ['multipart/form-data; boundary=x', '--x--', /multipart/],
  ])('refuses what cannot be read as %s', (contentType, text, problem) => {
    expect(readBody({ contentType, text })).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('keeps names such as __proto__ as data', () => {
    const read = readBody({ contentType: 'application/json', text: '{"__proto__":{"admin":true}}' });
    expect('body' in read && Object.keys(read.body ?? {})).toEqual(['__proto__']);
    const form = readBody({ contentType: 'application/x-www-form-urlencoded', text: '__proto__=1' });
    expect('body' in form && Object.keys(form.body ?? {})).toEqual(['__proto__']);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});

const request = {
  method: 'POST',
  headers: new Headers({ Authorization: 'Bearer x', Cookie: 'a=b', 'X-Key': 'secret', 'X-Event': 'push' }),
  query: new URLSearchParams('a=1&b=2&b=3'),
};
const told = webhookTrigger(
  request,
  { ref: 'main', count: 3, body: 'inner' },
  { secretHeader: 'X-Key', receivedAt: '2026-01-01T00:00:00.000Z' },
);

describe('webhookTrigger', () => {
  it('leaves out headers that authenticate the sender', () => {
    expect(told.headers).toEqual({ 'x-event': 'push' });
    expect(told).toMatchObject({ query: { a: '1', b: ['2', '3'] }, method: 'POST' });
  });
});

describe('params of a webhook', () => {
  it('come from the body by name by default', () => {
    const declared = {
      ref: {},
      count: { type: 'integer' },
      other: {},
      body: { type: 'object' },
      headers: {},
    };
    expect(paramsOfRequest(told, declared)).toEqual({
      ref: 'main',
      count: 3,
      body: { ref: 'main', count: 3, body: 'inner' },
      headers: '{"x-event":"push"}',
    });
    expect(paramsOfRequest({ ...told, body: null }, { body: {}, toString: {} })).toEqual({});
    expect(paramsOfRequest({ ...told, body: ['a'] }, { body: { type: 'array' }, length: {} })).toEqual({
      body: ['a'],
    });
  });

  it('are templates over the request, whose content is not resolved as a template', () => {
    const params = { branch: 'on {{trigger.body.ref}}', count: '{{trigger.body.count}}', at: '{{now}}' };
    const trigger = { ...told, body: { ref: '{{secrets.key}}', count: 3 } };
    expect(triggerParams({ params, trigger, now: 'then' })).toEqual({
      branch: 'on {{secrets.key}}',
      count: 3,
      at: 'then',
    });
    expect(() => triggerParams({ params: { a: '{{trigger.body.none}}' }, trigger, now: '' })).toThrow(/none/);
    expect(() => triggerParams({ params: { a: '{{steps.x.output}}' }, trigger, now: '' })).toThrow();
  });
});
