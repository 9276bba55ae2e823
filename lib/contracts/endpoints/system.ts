import { z } from 'zod';
import type { ActionDescriptor } from '@/engine';
import { auditPageSchema, listAuditInput } from '../audit';
import { defineEndpoint } from '../endpoint';
import { healthSchema, livenessSchema, readinessSchema } from '../health';
import { workersSchema } from '../workers';

/** Operations on the installation, for programs and pages. */
export const systemEndpoints = {
  actions: defineEndpoint({
    method: 'GET',
    path: '/api/v1/actions',
    summary: 'Lists all actions in palette order.',
    answer: z.array(z.custom<ActionDescriptor>()),
  }),
  action: defineEndpoint({
    method: 'GET',
    path: '/api/v1/actions/:type',
    summary: 'Returns one action by its type or an alias.',
    input: z.object({ type: z.string() }),
    answer: z.custom<ActionDescriptor>(),
    errors: ['not_found'],
  }),
  audit: defineEndpoint({
    method: 'GET',
    path: '/api/v1/audit',
    summary: 'Returns the audit log, newest first.',
    input: listAuditInput,
    answer: auditPageSchema,
  }),
  health: defineEndpoint({
    method: 'GET',
    path: '/api/v1/health',
    summary: 'Returns whether the server accepts runs, and the reasons when it does not.',
    answer: healthSchema,
  }),
  live: defineEndpoint({
    method: 'GET',
    path: '/api/v1/health/live',
    summary: 'Liveness probe: the process responds. Neither database nor disk is checked.',
    answer: livenessSchema,
  }),
  ready: defineEndpoint({
    method: 'GET',
    path: '/api/v1/health/ready',
    summary: 'Readiness probe: whether the process accepts requests.',
    answer: readinessSchema,
    statuses: { 200: 'Ready.', 503: 'Not ready, with the reasons.' },
    statusOf: ({ status }) => (status === 'ready' ? 200 : 503),
  }),
  metrics: defineEndpoint({
    method: 'GET',
    path: '/api/v1/metrics',
    summary: 'Returns the metrics in the Prometheus text format.',
    media: 'text/plain',
    answer: z.never(),
  }),
  openapi: defineEndpoint({
    method: 'GET',
    path: '/api/v1/openapi.json',
    summary: 'Returns the OpenAPI 3.1 document of this API.',
    answer: z.custom<object>(),
  }),
  workers: defineEndpoint({
    method: 'GET',
    path: '/api/v1/workers',
    summary: 'Lists the processes that execute runs, and the queue.',
    answer: workersSchema,
  }),
};
