import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { tinyModel } from '../adapters/models/tiny/tiny-model';
import { BY_PERSON } from '../store/deployments/change-deployments';
import { createTestDatabase } from '../testing/database';
import type { ServerDeployments } from '.';
import { create, openWorkbench, type Workbench } from './testing/workbench';

const answer = z.object({
  model: z.string(),
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]),
  usage: z.object({ completion_tokens: z.number() }),
});

let bench: Workbench;
let server: ServerDeployments;

beforeAll(async () => {
  bench = await openWorkbench(await createTestDatabase());
  // Loading a model takes longer than the stand-in server of other tests, and its checks must not end it.
  server = await bench.open({ timings: { probeTimeoutMs: 5000, liveProbeMs: 1000 } });
});
afterAll(() => bench.close());

async function chatWith(url: string) {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], max_tokens: 12, temperature: 0 }),
  });
  return answer.parse(await response.json());
}

it('a deployment of the tiny model answers conversations, and its processes end with it', async () => {
  await writeFile(bench.place.weights, tinyModel());
  await create(server, 'tiny-chat', { replicas: 2, runtime: 'embedded' });
  const { replicas } = await bench.untilStatus('tiny-chat', 'active');
  const answers = await Promise.all(replicas.map(({ url }) => chatWith(z.string().parse(url))));
  expect(answers.map(({ model, usage }) => [model, usage.completion_tokens])).toEqual([
    ['tiny-chat', 12],
    ['tiny-chat', 12],
  ]);
  expect(answers[0]?.choices).toEqual(answers[1]?.choices);
  await server.registry.deleteAs('tiny-chat', BY_PERSON);
  await bench.untilGone('tiny-chat');
  expect(await bench.processes()).toEqual([]);
});

it('a file that is no model fails its deployment at once, with the sentence of the runtime', async () => {
  await writeFile(bench.place.weights, 'not a model');
  await create(server, 'broken', { runtime: 'embedded' });
  const { row } = await bench.untilStatus('broken', 'failed');
  expect(row.error?.message).toContain('No replica became ready. The replica exited with code 3.');
  expect(row.error?.message).toContain('Check that it is a complete GGUF file.');
  await server.registry.deleteAs('broken', BY_PERSON);
  await bench.untilGone('broken');
});
