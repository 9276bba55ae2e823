import { z } from 'zod';

const oneStatus = z.union([
  z.int().min(100).max(599),
  z.string().regex(/^[1-5](\d\d|xx)$/i, 'Enter a status such as 200, or a class such as 2xx'),
]);

/** What `expect_status` accepts: a status, a class of them, or a list of either. docs/rules.md, section 5.2. */
export const expectationSchema = z
  .union([oneStatus, z.array(oneStatus).min(1)])
  .meta({ widget: 'text', suggestions: ['2xx', '200', '201', '204', '404'] });

type Expectation = z.output<typeof expectationSchema>;

/** Whether a status is expected. */
export function isExpected(status: number, expectation: Expectation): boolean {
  return [expectation].flat().some((one) => matches(String(status), String(one).toLowerCase()));
}

function matches(status: string, expected: string): boolean {
  return expected.endsWith('xx') ? status.charAt(0) === expected.charAt(0) : status === expected;
}

/** The expectation in a sentence: `200 or 404`. */
export function writeExpectation(expectation: Expectation): string {
  return [expectation].flat().join(' or ');
}
