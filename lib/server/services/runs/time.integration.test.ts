import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../compose';
import { openTestApp, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { timeOfRun } from './time';

const document = {
  name: 'Timed',
  steps: [
    { id: 'first', action: 'log', params: { message: 'a' } },
    { id: 'rest', action: 'wait', params: { duration: 0.05 }, depends_on: ['first'] },
    { id: 'last', action: 'log', params: { message: 'b' }, depends_on: ['rest'] },
  ],
};

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await openTestApp(database.openAgain());
});

afterAll(async () => {
  await app.close();
  await database.close();
});

async function run(pipelineId: string): Promise<string> {
  const { id } = await app.runs.start({ pipelineId, params: {} });
  await untilEnded(app, id);
  return id;
}

describe('the time of a run', () => {
  it('has its critical path, work and waits, and the median of the completed runs before it', async () => {
    const { id: pipelineId } = await app.pipelines.create({ text: JSON.stringify(document) });
    const runs: string[] = [];
    for (let index = 0; index < 4; index += 1) runs.push(await run(pipelineId));
    const [first = '', , , fourth = ''] = runs;
    const time = await timeOfRun(app.context, { id: fourth });
    expect(time).toMatchObject({ number: 4, status: 'completed', remainingMs: null, at: null });
    expect(time.critical).toEqual(['first', 'rest', 'last']);
    expect(time.steps[1]?.waits.sleep).toBeGreaterThan(0);
    expect(time.usual?.runs).toBe(3);
    expect(time.steps.map(({ usual }) => usual?.runs)).toEqual([3, 3, 3]);
    expect((await timeOfRun(app.context, { id: first })).usual).toBeNull();
  });

  it('has the statuses at an instant', async () => {
    const { id: pipelineId } = await app.pipelines.create({ text: JSON.stringify(document) });
    const id = await run(pipelineId);
    const late = await timeOfRun(app.context, { id, t: '8640000' });
    expect(late.at?.status).toBe('completed');
    expect(late.at?.steps.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    const early = await timeOfRun(app.context, { id, t: '0' });
    expect(early.at?.status).not.toBe('completed');
  });

  it('of a run that does not exist is refused', async () => {
    await expect(timeOfRun(app.context, { id: 'run_none' })).rejects.toThrow('does not exist');
  });
});
