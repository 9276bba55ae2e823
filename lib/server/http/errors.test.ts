import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ERROR_STATUS, errorCodeSchema } from '@/lib/contracts/errors';
import {
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  QueueFull,
  StorageFull,
  TooLarge,
  Unauthorized,
  Unavailable,
  Unprocessable,
} from '../services/errors';
import { errorBody, statusOf } from './errors';

const ignore = () => undefined;

describe('errorBody', () => {
  const errors = [
    [new Invalid('a'), 400],
    [new Unauthorized('a'), 401],
    [new Forbidden('a'), 403],
    [new NotFound('a'), 404],
    [new Conflict('a'), 409],
    [new TooLarge('a'), 413],
    [new Unprocessable('a'), 422],
    [new QueueFull('a'), 429],
    [new Unavailable('a'), 503],
    [new StorageFull('a'), 507],
  ] as const;

  it('is tested with an error of every expected code', () => {
    const codes = errors.map(([{ code }]) => code);
    expect([...codes, 'internal'].toSorted()).toEqual(Object.keys(ERROR_STATUS).toSorted());
  });

  it.each(errors)('maps %s to status %i', (error, status) => {
    const body = errorBody(error, ignore);
    expect(body).toEqual({ code: error.code, message: 'a' });
    expect(statusOf(body)).toBe(status);
  });

  it('includes details', () => {
    expect(errorBody(new Conflict('a', { details: { version: 3 } }), ignore)).toMatchObject({
      details: { version: 3 },
    });
  });

  it('names the invalid field of an input', () => {
    const parsed = z.object({ limit: z.int() }).safeParse({ limit: 'x' });
    const body = errorBody(parsed.error, ignore);
    const message = 'limit needs a number, but is text.';
    expect(body).toEqual({ code: 'invalid', message, details: [{ path: 'limit', message }] });
  });

  it('says that the server stops, and logs nothing, when the stop interrupts a request', () => {
    const report = vi.fn();
    const error = Object.assign(new Error('write CONNECTION_ENDED'), { code: 'CONNECTION_ENDED' });
    const body = errorBody(error, report);
    expect(body).toEqual({
      code: 'unavailable',
      message: 'The server is stopping. Try again in a moment.',
    });
    expect(statusOf(body)).toBe(503);
    expect(report).not.toHaveBeenCalled();
  });

  it('logs an unknown error completely and answers it without details', () => {
    const report = vi.fn();
    const error = new Error('password=hunter2');
    const body = errorBody(error, report);
    expect(body.code).toBe('internal');
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(report).toHaveBeenCalledWith(error, expect.any(String));
  });

  it('reports a zero character as an invalid input', () => {
    const error = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
    expect(statusOf(errorBody(error, ignore))).toBe(400);
  });

  it('reports when the database does not respond', () => {
    const error = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    expect(statusOf(errorBody(error, ignore))).toBe(503);
  });

  it('has a status for every code', () => {
    expect(Object.keys(ERROR_STATUS).sort()).toEqual([...errorCodeSchema.options].sort());
  });
});
