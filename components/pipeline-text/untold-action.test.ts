import { describe, expect, it } from 'vitest';
import { indexDescriptors } from '@/engine';
import { catalogue } from '@/engine/actions';
import { untoldAction } from './untold-action';

const descriptors = indexDescriptors(catalogue.descriptors.all);
const told = (title: string, id: string, action = 'http_request') =>
  untoldAction({ title, id, action, descriptor: descriptors.find(action) });

describe('the action in the head of a step', () => {
  it('is left out where the title or the ID names it', () => {
    expect(told('HTTP request', 'http_request')).toBeUndefined();
    expect(told('HTTP request', 'check')).toBeUndefined();
    expect(told(' http Request ', 'check')).toBeUndefined();
    expect(told('Check health', 'http_request')).toBeUndefined();
    expect(told('Check health', 'http_request_2')).toBeUndefined();
  });

  it('has its usual name where neither does, in every accepted spelling', () => {
    expect(told('Check health', 'check')).toBe('HTTP request');
    expect(told('Check health', 'check', 'api_call')).toBe('HTTP request');
    expect(told('Check health', 'http_requests')).toBe('HTTP request');
  });

  it('is as written where no action has that name', () => {
    expect(told('Check health', 'check', 'http_requets')).toBe('http_requets');
    expect(told('http_requets', 'check', 'http_requets')).toBeUndefined();
  });
});
