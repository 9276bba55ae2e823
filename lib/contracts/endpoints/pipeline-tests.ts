import { MAX_LEVELS } from '@/engine/json-limits';
import { testFileSchema } from '@/engine/run/test/schema';
import { defineEndpoint } from '../endpoint';
import * as contract from '../pipeline-tests';

const TESTS = '/api/v1/pipelines/:id/tests';
/** A test of the largest size, and the object around it. */
const body = { bytes: 2 * contract.MAX_TEST_BYTES, levels: MAX_LEVELS + 2 };

/** Tests of pipelines: they run without effects, from fixtures. */
export const testEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: TESTS,
    summary: 'Lists the tests of a pipeline, without their content.',
    input: contract.testListInput,
    answer: contract.testListSchema,
    errors: ['not_found'],
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${TESTS}/:test`,
    summary: 'Returns a test; secrets are masked.',
    input: contract.testInput,
    answer: contract.testRecordSchema,
    errors: ['not_found'],
  }),
  add: defineEndpoint({
    method: 'POST',
    path: TESTS,
    summary: 'Adds a test, from its content or from a run.',
    input: contract.addTestInput,
    body,
    answer: contract.savedTestSchema,
    errors: ['not_found', 'invalid', 'conflict', 'too_large'],
  }),
  change: defineEndpoint({
    method: 'PUT',
    path: `${TESTS}/:test`,
    summary: 'Replaces a test with new content, or with the content proposed from a run.',
    input: contract.changeTestInput,
    body,
    answer: contract.savedTestSchema,
    errors: ['not_found', 'invalid', 'conflict', 'too_large'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${TESTS}/:test`,
    summary: 'Deletes a test.',
    input: contract.testInput,
    answer: contract.testSummarySchema,
    errors: ['not_found'],
  }),
  run: defineEndpoint({
    method: 'POST',
    path: '/api/v1/pipelines/:id/test-runs',
    summary: 'Runs tests of a pipeline with its draft. Nothing is executed outside the server.',
    input: contract.runTestsInput,
    body: { bytes: 100_000, levels: 3 },
    answer: contract.testResultsSchema,
    errors: ['not_found', 'invalid'],
  }),
  file: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:id/test-file',
    summary: 'Exports the tests of a pipeline as a file for the command line.',
    input: contract.testListInput,
    answer: testFileSchema,
    errors: ['not_found'],
  }),
  coverage: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:id/test-coverage',
    summary: 'Counts how often tests or runs took each edge and branch of a pipeline.',
    input: contract.coverageInput,
    answer: contract.coverageSchema,
    errors: ['not_found', 'invalid'],
  }),
};
