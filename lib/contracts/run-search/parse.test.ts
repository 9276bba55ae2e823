import { describe, expect, it } from 'vitest';
import { FILTER_HELP } from './filters';
import { parseSearch } from './parse';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');

function read(text: string) {
  const parsed = parseSearch(text, NOW);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.search;
}

function refused(text: string) {
  const parsed = parseSearch(text, NOW);
  if (parsed.ok) throw new Error('was accepted');
  return parsed.problem;
}

describe('a search', () => {
  it('combines filters and words', () => {
    const text =
      'status:failed,cancelled param.model:Llama error:"timed out" trigger:webhook version:14 after:2026-11-01 output.call.body.id:7 hello';
    expect(read(text)).toEqual({
      ...{ statuses: ['failed', 'cancelled'], triggers: ['webhook'], versions: [14] },
      after: '2026-11-01T00:00:00.000Z',
      terms: [
        { term: 'p:model=llama', isPrefix: false },
        { term: 'e:timed', isPrefix: true },
        { term: 'o:call.body.id=7', isPrefix: false },
        { term: 'w:hello', isPrefix: true },
      ],
      phrases: ['timed out'],
    });
  });

  it('accepts queued, the word of the pages, for pending runs', () => {
    expect(read('status:queued,failed').statuses).toEqual(['pending', 'failed']);
  });

  it('is empty without text', () => {
    expect(read('  ')).toEqual({ terms: [], phrases: [] });
  });

  it('accepts values with spaces, quotes and colons in quotes, and any end after *', () => {
    expect(read(String.raw`param.title:"a \"b\": c" param.model:lla*`).terms).toEqual([
      { term: 'p:title=a "b": c', isPrefix: false },
      { term: 'p:model=lla', isPrefix: true },
    ]);
    expect(read('"status:failed"').terms.map(({ term }) => term)).toEqual(['w:status', 'w:failed']);
  });

  it.each([
    ['after:7d', '2026-11-13T12:00:00.000Z'],
    ['after:90m', '2026-11-20T10:30:00.000Z'],
    ['after:2026-11-01T08:30', '2026-11-01T08:30:00.000Z'],
    ['after:2026-11-01T08:30+02:00', '2026-11-01T06:30:00.000Z'],
  ])('reads the time of %s', (text, instant) => {
    expect(read(text).after).toBe(instant);
  });

  it('reads limits of the duration', () => {
    expect(read('duration:>1.5s duration:<5m')).toMatchObject({ longerMs: 1500, shorterMs: 300_000 });
  });

  it('accepts every example that it offers', () => {
    for (const { example, prefix } of FILTER_HELP) {
      expect(example.startsWith(prefix)).toBe(true);
      read(example);
    }
  });
});

describe('a wrong search', () => {
  it.each([
    ['hello stats:failed', 6, 12, 'There is no filter stats. Did you mean status?'],
    ['status:broken', 0, 13, 'status:broken is not known. Use one of: pending,'],
    ['version:new', 0, 11, 'version: needs whole numbers, not new'],
    ['a after:yesterday', 2, 15, 'after: needs a date, a time or an age, not yesterday'],
    ['after:2026-13-45', 0, 16, 'after: needs a date'],
    ['error:"open', 6, 5, 'The quote is not closed.'],
    ['status:', 0, 7, 'status: needs a value.'],
    ['param:x', 0, 7, 'param needs a name. Example: param.name:value.'],
    ['duration:30s', 0, 12, 'duration: needs a limit with a unit, not 30s'],
    ['version:1 version:2', 10, 9, 'version: appears twice. Join the values: version:a,b.'],
    ['error:...', 0, 9, 'error: needs a word'],
    ['constructor:x', 0, 13, 'There is no filter constructor.'],
  ])('%s is refused with position and advice', (text, at, length, message) => {
    const problem = refused(text);
    expect(problem.message).toContain(message);
    expect([problem.at, problem.length]).toEqual([at, length]);
  });
});
