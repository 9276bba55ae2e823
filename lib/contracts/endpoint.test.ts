import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Endpoint, fillPath, pathNames, readPath } from './endpoint';
import { ENDPOINTS } from './endpoints';

const all: [name: string, endpoint: Endpoint][] = Object.entries(ENDPOINTS).flatMap(([subject, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${subject}.${name}`, endpoint]),
);

describe('the path of an endpoint', () => {
  it('parses every value that was inserted', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    fc.assert(
      fc.property(text, text, (id, file) => {
        const path = '/api/v1/runs/:id/files/:file';
        expect(readPath(path, fillPath(path, { id, file }))).toEqual({ id, file });
      }),
    );
  });

  it('does not match a longer, shorter or other path', () => {
    for (const other of ['/api/v1/runs', '/api/v1/runs/a/b', '/api/v1/pipelines/a']) {
      expect(readPath('/api/v1/runs/:id', other)).toBeUndefined();
    }
  });
});

describe.each(all)('the endpoint %s', (_, endpoint) => {
  it('has a field of its input for every name in its path and headers', () => {
    const fields = Object.keys(endpoint.input.shape);
    expect(fields).toEqual(expect.arrayContaining(pathNames(endpoint.path)));
    expect(fields).toEqual(expect.arrayContaining(Object.keys(endpoint.headers)));
  });

  it('has a body only when its method has one', () => {
    const hasBody = endpoint.body !== undefined;
    expect(hasBody && endpoint.method === 'GET').toBe(false);
  });
});

it('no two endpoints share method and path', () => {
  const addresses = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});
