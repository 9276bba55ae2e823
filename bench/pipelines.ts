import type { PipelineDocument, StepDocument } from '@/engine';

const log = (id: string, after: readonly string[]): StepDocument => ({
  id,
  action: 'log',
  params: { message: `step ${id}` },
  ...(after.length > 0 ? { depends_on: [...after] } : {}),
});

/** Trivial steps in a chain. */
export function sequence(steps: number): PipelineDocument {
  return {
    name: `${steps} in sequence`,
    steps: Array.from({ length: steps }, (_, i) => log(`s${i}`, i === 0 ? [] : [`s${i - 1}`])),
  };
}

/** Independent trivial steps. */
export function parallel(steps: number): PipelineDocument {
  return {
    name: `${steps} in parallel`,
    steps: Array.from({ length: steps }, (_, i) => log(`s${i}`, [])),
    settings: { max_parallel_steps: steps },
  };
}

export function loop(items: number): PipelineDocument {
  const params = {
    items: Array.from({ length: items }, (_, i) => i),
    action: 'log',
    action_params: { message: 'item {{item}}' },
    max_iterations: items,
  };
  return { name: `loop over ${items}`, steps: [{ id: 'loop', action: 'loop', params }] };
}

/** A realistic graph for the editor: chains with branches, references and retries, laid out in rows. */
export function drawing(steps: number): PipelineDocument {
  const list: StepDocument[] = [];
  const positions: Record<string, { x: number; y: number }> = {};
  for (let i = 0; i < steps; i += 1) {
    const id = `step_${i}`;
    const before = `step_${i - 1}`;
    positions[id] = { x: (i % 10) * 340, y: Math.floor(i / 10) * 180 };
    if (i % 10 === 0)
      list.push({
        id,
        action: 'http_request',
        params: { url: '{{params.url}}', method: 'GET' },
        retry: { max_attempts: 3 },
      });
    else if (i % 10 === 1)
      list.push({
        id,
        action: 'conditional',
        params: { condition: `steps.${before}.output.status_code == 200`, on_true: `step_${i + 1}` },
      });
    else if (i % 10 === 5)
      list.push({
        id,
        action: 'transform',
        params: { operation: 'uppercase', input: `text ${i}` },
        depends_on: [before],
      });
    else list.push({ ...log(id, i % 10 === 2 ? [] : [before]), name: `Tell about ${i}` });
  }
  const last = list.at(-1);
  if (last?.action === 'conditional') last.params = { condition: 'true' };
  return {
    name: `${steps} steps`,
    params: { url: { type: 'string', default: 'http://127.0.0.1:9/' } },
    steps: list,
    layout: { steps: positions },
  };
}
