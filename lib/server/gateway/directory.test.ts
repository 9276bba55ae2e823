import { expect, test } from 'vitest';
import type { DeploymentRoute } from '../store/deployment-routes';
import { Directory } from './directory';

const route = (replicas: number): DeploymentRoute => ({
  ...{ id: 'dep_1', name: 'chat', isExternal: false, isLimited: false, clusterId: 'local', keys: [] },
  replicas: Array.from({ length: replicas }, (_, index) => ({
    id: `rep_${index}`,
    url: 'http://127.0.0.1:1',
  })),
});

function open() {
  const state = { now: 0, replicas: 1, reads: 0, isDown: false };
  const directory = new Directory({
    read: async () => {
      state.reads += 1;
      if (state.isDown) throw new Error('The database is down.');
      return [route(state.replicas)];
    },
    onRead: () => undefined,
    monotonic: () => state.now,
  });
  const count = async () => (await directory.find('chat')).replicas.length;
  return { state, directory, count };
}

test('a change is seen by the next request, and by all within a second without a notification', async () => {
  const { state, directory, count } = open();
  expect(await count()).toBe(1);
  state.replicas = 2;
  state.now = 400;
  expect(await count()).toBe(1);
  expect(state.reads).toBe(1);
  directory.invalidate();
  expect(await count()).toBe(2);
  state.replicas = 3;
  state.now = 1500;
  expect(await count()).toBe(3);
});

test('a change during a read is read again', async () => {
  const { state, directory, count } = open();
  await count();
  directory.invalidate();
  const found = count();
  state.now = 1;
  state.replicas = 5;
  directory.invalidate();
  expect(await found).toBe(5);
});

test('the last routes serve for a minute while the database does not respond', async () => {
  const { state, count } = open();
  await count();
  state.isDown = true;
  state.now = 59_000;
  expect(await count()).toBe(1);
  state.now = 61_000;
  await expect(count()).rejects.toMatchObject({ status: 503, code: 'unavailable' });
});

test('an unknown name is 404', async () => {
  const { directory } = open();
  await expect(directory.find('none')).rejects.toMatchObject({ status: 404, code: 'deployment_not_found' });
});
