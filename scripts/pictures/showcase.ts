import type { PipelineDocument } from '@/engine';

/** The pipeline in the screenshots, which checks and scores the endpoint of a model and announces the result. */
export function showcase(service: string): PipelineDocument {
  return {
    name: 'Announce when fast',
    description:
      'Check the endpoint, score the golden prompts, and announce the model when it is fast enough.',
    params: {
      endpoint: { type: 'string', required: true, default: service, description: 'Where the model answers.' },
      max_p99: { type: 'integer', default: 60, description: 'Slowest answer that passes, in ms.' },
      prompts: {
        type: 'array',
        default: [
          'Summarise this incident report',
          'Write a haiku about latency',
          'Extract the dates',
          'Translate to Portuguese',
        ],
      },
    },
    steps: [
      {
        id: 'health',
        name: 'Check the endpoint',
        action: 'http_request',
        params: { url: '{{params.endpoint}}/health', timeout_seconds: 10 },
        retry: { max_attempts: 3, backoff_multiplier: 2, retry_on: ['timeout', 'connection_error'] },
      },
      {
        id: 'healthy',
        name: 'Healthy?',
        action: 'conditional',
        params: {
          condition: "steps.health.output.response_body.status == 'healthy'",
          on_true: 'score',
          on_false: 'reject',
        },
      },
      {
        id: 'score',
        name: 'Score prompts',
        action: 'loop',
        params: {
          items: '{{params.prompts}}',
          action: 'http_request',
          action_params: {
            url: '{{params.endpoint}}/score',
            method: 'POST',
            body: { prompt: '{{item}}' },
            expect_status: '2xx',
          },
          parallel: true,
          max_parallel: 2,
          on_item_failure: 'continue',
        },
      },
      {
        id: 'bench',
        name: 'Benchmark',
        action: 'http_request',
        params: { url: '{{params.endpoint}}/bench', method: 'GET' },
        depends_on: ['healthy'],
      },
      {
        id: 'fast',
        name: 'p99 within limit?',
        action: 'conditional',
        params: {
          condition: 'steps.bench.output.response_body.latency_p99 <= params.max_p99',
          on_true: 'announce',
          on_false: 'reject',
        },
      },
      {
        id: 'reject',
        name: 'Reject the model',
        action: 'fail',
        params: {
          message: 'p99 is {{default(steps.bench.output.response_body.latency_p99, "unknown")}} ms',
          error_code: 'TOO_SLOW',
        },
      },
      {
        id: 'announce',
        name: 'Announce',
        action: 'http_request',
        params: {
          url: '{{params.endpoint}}/announce',
          method: 'POST',
          body: { scored: '{{default(steps.score.output.count, 0)}}' },
        },
        depends_on: ['score'],
      },
      {
        id: 'result',
        name: 'Keep the result',
        action: 'set_output',
        params: { key: 'p99', value: '{{steps.bench.output.response_body.latency_p99}}' },
        depends_on: ['announce'],
      },
      {
        id: 'tell',
        name: 'Tell the team',
        action: 'log',
        params: { message: 'Scoring failed: {{steps.score.error}}', level: 'warning' },
        condition: "steps.score.status == 'failed'",
      },
    ],
    layout: {
      steps: {},
      notes: [
        { id: 'note_1', x: 0, y: 80, text: '**Golden prompts.** Ask before you change params.prompts.' },
      ],
    },
  };
}

/** A second, fast pipeline for the lists, which fails for the path `/down`. */
export function healthCheck(service: string): PipelineDocument {
  return {
    name: 'Nightly health check',
    description: 'Fails with a code when the gateway does not answer as it should.',
    params: { path: { type: 'string', default: '/health' } },
    steps: [
      { id: 'call', action: 'http_request', params: { url: `${service}{{params.path}}` } },
      {
        id: 'ok',
        action: 'conditional',
        params: { condition: 'steps.call.output.status_code == 200', on_true: 'report', on_false: 'stop' },
      },
      { id: 'report', action: 'log', params: { message: 'The gateway is healthy.' } },
      {
        id: 'stop',
        action: 'fail',
        params: {
          message: 'The gateway returned {{steps.call.output.status_code}}',
          error_code: 'UNHEALTHY',
        },
      },
    ],
  };
}

/** Responses of the service in the screenshots, with their delays. */
export const ANSWERS: Record<string, { status?: number; body: unknown; delayMs: number }> = {
  '/health': { body: { status: 'healthy', models: ['qwen2.5-0.5b'], gpus: 2 }, delayMs: 420 },
  '/down': { status: 503, body: { status: 'down' }, delayMs: 180 },
  '/score': { body: { score: 0.93, tokens: 148 }, delayMs: 900 },
  '/bench': { body: { latency_p50: 21.4, latency_p99: 38.2, throughput: 46 }, delayMs: 2600 },
  '/announce': { body: { accepted: true }, delayMs: 9000 },
};
