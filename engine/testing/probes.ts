import { z } from 'zod';
import { type ActionDefinition, defineAction } from '../action';
import type { ActionContext } from '../action-context';
import { actions } from '../actions';
import { type Catalogue, createCatalogue } from '../catalogue';
import { anyJson } from '../fields';
import type { Json } from '../json';

/** One run of a probe. */
export interface ProbeCall {
  readonly ctx: ActionContext;
  readonly action: string;
  /** Its `input` parameter, null when absent. */
  readonly input: Json;
}

/** The catalogue with effects that a test defines: `read` and `put` may be repeated, `send` may not. */
export interface Probes {
  readonly catalogue: Catalogue;
  /** Calls so far, oldest first. */
  readonly calls: ProbeCall[];
}

/** Builds probes with the same behaviour; by default they return their input. */
export function probes(perform: (call: ProbeCall) => Json | Promise<Json> = ({ input }) => input): Probes {
  const calls: ProbeCall[] = [];
  const probe = (type: string, facts: Pick<Parameters<typeof defineAction>[0], 'effect' | 'idempotent'>) =>
    defineAction({
      type,
      title: type,
      description: 'Does what the test says.',
      icon: 'log',
      sentence: type,
      category: 'integration',
      ...facts,
      params: z.object({ input: anyJson().optional() }),
      output: anyJson(),
      run: async ({ input = null }, ctx) => {
        const call = { ctx, action: type, input };
        calls.push(call);
        return perform(call);
      },
    });
  const all: ActionDefinition[] = [
    ...actions,
    probe('read', { effect: 'read', idempotent: false }),
    probe('put', { effect: 'write', idempotent: true }),
    probe('send', { effect: 'write', idempotent: false }),
  ];
  return { catalogue: createCatalogue(all), calls };
}

/** A promise that the test settles. */
export interface Gate<T> {
  readonly promise: Promise<T>;
  readonly open: (value: T) => void;
  readonly fail: (error: unknown) => void;
}

export function gate<T = void>(): Gate<T> {
  let open: (value: T) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
}

/** Waits for all work that needs no time to pass. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
