import type { PipelineDocument, StepDocument } from '@/engine';
import type { Ledger } from './ledger';

/** Addresses for effects of pipelines. */
type Sinks = Pick<Ledger, 'http' | 'database'>;

function request(
  sinks: Sinks,
  id: string,
  method: string,
  more: Partial<StepDocument> & { query?: string } = {},
) {
  const { query = 'ms=20', ...rest } = more;
  return {
    id,
    action: 'http_request',
    params: { url: `${sinks.http}/effect/{{execution_id}}/${id}?${query}`, method },
    ...rest,
  };
}

function afterwards(...ids: string[]) {
  return { depends_on: ids };
}

/**
 * One step of every relevant kind: repeatable effects, effects that need a person's decision after a crash, a
 * wait, a branch, a loop, a large output, mail and SQL.
 */
export function mixedPipeline(sinks: Sinks): PipelineDocument {
  const { http, database } = sinks;
  return {
    name: 'Mixed',
    steps: [
      request(sinks, 'read', 'GET'),
      request(sinks, 'put', 'PUT', afterwards('read')),
      request(sinks, 'post', 'POST', { ...afterwards('put'), on_interrupt: 'retry' }),
      request(sinks, 'ask', 'POST', afterwards('put')),
      { id: 'tell', action: 'email', params: mail, ...afterwards('put') },
      {
        id: 'insert',
        action: 'database',
        params: {
          operation: 'insert',
          connection: database,
          table: 'effects',
          data: { run: '{{execution_id}}', unit: 'insert' },
        },
        on_interrupt: 'retry',
        ...afterwards('post'),
      },
      { id: 'rest', action: 'wait', params: { duration: 0.3 }, ...afterwards('read') },
      {
        id: 'choose',
        action: 'conditional',
        params: { condition: 'steps.read.output.status_code == 200', on_true: 'left', on_false: 'right' },
      },
      request(sinks, 'left', 'PUT'),
      request(sinks, 'right', 'PUT'),
      {
        id: 'each',
        action: 'loop',
        params: {
          items: [1, 2, 3, 4],
          action: 'http_request',
          action_params: { url: `${http}/effect/{{execution_id}}/each/{{index}}?ms=20`, method: 'PUT' },
          parallel: true,
          max_parallel: 2,
        },
        ...afterwards('rest'),
      },
      request(sinks, 'large', 'GET', { query: 'ms=5&bytes=30000', ...afterwards('each') }),
      {
        id: 'answer',
        action: 'set_output',
        params: {
          key: 'answer',
          value: '{{steps.put.output.response_body.unit}} {{size(steps.large.output.response_body.filler)}}',
        },
      },
      request(sinks, 'last', 'PUT', afterwards('answer', 'ask', 'tell', 'insert', 'left')),
    ],
  };
}

const mail = { to: 'ops@example.org', subject: '{{execution_id}} tell', body: 'Done.' };

/** A chain of twelve repeatable requests. */
export function chainPipeline(sinks: Sinks, ms = 30): PipelineDocument {
  const ids = Array.from({ length: 12 }, (_, index) => `s${index}`);
  return {
    name: 'Chain',
    steps: ids.map((id, index) =>
      request(sinks, id, 'PUT', {
        query: `ms=${ms}`,
        ...(index === 0 ? {} : afterwards(ids[index - 1] ?? '')),
      }),
    ),
  };
}

/** An effect, a wait of some seconds, an effect. */
export function waitingPipeline(sinks: Sinks, seconds: number): PipelineDocument {
  return {
    name: `Wait ${seconds}`,
    steps: [
      request(sinks, 'before', 'PUT', { query: 'ms=0' }),
      { id: 'rest', action: 'wait', params: { duration: seconds }, ...afterwards('before') },
      request(sinks, 'after', 'PUT', { query: 'ms=0', ...afterwards('rest') }),
    ],
  };
}

/** An effect, a loop that runs in chunks, and an effect that reads the loop's output. */
export function partsPipeline(sinks: Sinks): PipelineDocument {
  return {
    name: 'Parts',
    steps: [
      request(sinks, 'before', 'PUT'),
      {
        id: 'each',
        action: 'loop',
        params: {
          items: Array.from({ length: 1100 }, (_, index) => index),
          max_iterations: 2000,
          action: 'log',
          action_params: { message: '{{index}}' },
          parallel: true,
          max_parallel: 8,
        },
        ...afterwards('before'),
      },
      {
        id: 'all',
        action: 'conditional',
        params: { condition: 'size(steps.each.output.results) == 1100', on_true: 'after', on_false: 'wrong' },
      },
      request(sinks, 'after', 'PUT'),
      { id: 'wrong', action: 'fail', params: { message: 'Some iterations are missing.' } },
    ],
  };
}

/** One effect. */
export function shortPipeline(sinks: Sinks): PipelineDocument {
  return { name: 'Short', steps: [request(sinks, 'only', 'PUT', { query: 'ms=0' })] };
}

/** An effect, an output for the blob store, a wait that parks the run, and an effect. */
export function storingPipeline(sinks: Sinks): PipelineDocument {
  return {
    name: 'Storing',
    steps: [
      request(sinks, 'before', 'PUT'),
      request(sinks, 'huge', 'GET', { query: 'bytes=1100000', ...afterwards('before') }),
      { id: 'rest', action: 'wait', params: { duration: 5.5 }, ...afterwards('huge') },
      request(sinks, 'after', 'PUT', afterwards('rest')),
    ],
  };
}
