import { describe, expect, it } from 'vitest';
import { attachment } from './files';

describe('attachment', () => {
  it.each([
    ['plain.json', `attachment; filename="plain.json"; filename*=UTF-8''plain.json`],
    ['a"b\r\nx: y.json', `attachment; filename="a b x y.json"; filename*=UTF-8''a%20b%20x%20y.json`],
    ['../../etc/passwd', `attachment; filename=".. .. etc passwd"; filename*=UTF-8''..%20..%20etc%20passwd`],
    ["it's (1)*.json", `attachment; filename="it's (1) .json"; filename*=UTF-8''it%27s%20%281%29%20.json`],
  ])('names a file %j safely', (name, header) => {
    expect(attachment(name)).toBe(header);
  });
});
