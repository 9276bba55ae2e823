import { expect, it } from 'vitest';
import { failurePattern } from './failure-pattern';

it.each([
  ['timeout after 60 s, attempt 3 of 3', 'timeout after <n> s, attempt <n> of <n>'],
  ['No response within 1.5 s from 10.0.0.12:8080.', 'No response within <n> s from <n>.'],
  ['cluster "edge-2" is unhealthy', 'cluster <text> is unhealthy'],
  ["unknown key 'region' in `body`", 'unknown key <text> in <text>'],
  ['job 6f1c2d3e-1111-4222-8333-abcdefabcdef is gone', 'job <id> is gone'],
  ['run_01k9x2abcd failed at 2026-11-20T14:04:40.123Z', '<id> failed at <time>'],
  ['content 9f86d081884c7d65 differs', 'content <id> differs'],
  ['line one\n  line two', 'line one line two'],
  ['utf8 and sha256 stay', 'utf8 and sha256 stay'],
])('takes what differs out of %s', (message, pattern) => {
  expect(failurePattern(message)).toBe(pattern);
});

it('gives failures of one cause one pattern, and others another', () => {
  expect(failurePattern('status 503 of item 7')).toBe(failurePattern('status 500 of item 12'));
  expect(failurePattern('status 503 of item 7')).not.toBe(failurePattern('connection to item 7 lost'));
});

it('reads a bounded part of a long message', () => {
  expect(failurePattern('x'.repeat(10_000)).length).toBeLessThanOrEqual(300);
});
