import type { Json } from '../../../json';
import type { SandboxProgram } from '../../../ports';
import { type Request, refuse } from './request';
import { itemsOf, listOf, onePath } from './select';

/** A computation for the sandbox, and how its result is read. */
export interface Computation {
  readonly program: SandboxProgram;
  finish(computed: Json): Json;
}

type Maker = (request: Request, source: string) => Computation;

const makers: Readonly<Record<string, Maker>> = {
  map: (request, source) => ({
    program: { source, mode: 'map', input: listOf(request) },
    finish: (computed) => computed,
  }),
  filter: (request, source) =>
    (onePath(request) === undefined ? filterItems : filterByField)(request, source),
  reduce: (request, source) => ({
    program: {
      source,
      mode: 'reduce',
      input: listOf(request),
      ...(request.initial === undefined ? {} : { initial: request.initial }),
    },
    finish: (computed) => computed,
  }),
};

const filterItems: Maker = (request, source) => ({
  program: { source, mode: 'filter', input: listOf(request) },
  finish: (computed) => computed,
});

/** The function receives the field of each item; the result contains whole items. */
const filterByField: Maker = (request, source) => {
  const { items, keyOf } = itemsOf(request);
  return {
    program: { source, mode: 'map', input: items.map(keyOf) },
    finish: (answers) => (Array.isArray(answers) ? items.filter((_, index) => Boolean(answers[index])) : []),
  };
};

/**
 * The computation of an operation with a function; undefined without a function.
 * @throws ActionError `invalid_params` when the operation supports none, or another parameter conflicts with it
 */
export function computationOf(request: Request): Computation | undefined {
  const { function: source, operation } = request;
  if (source === undefined) return undefined;
  const make = Object.hasOwn(makers, operation) ? makers[operation] : undefined;
  if (!make) {
    const names = Object.keys(makers).join(', ');
    throw refuse(`${operation} does not support function. Operations that do: ${names}.`, 'function');
  }
  for (const other of ['template', 'condition'] as const) {
    if (request[other] === undefined) continue;
    throw refuse(`function and ${other} are both set. Remove one of them.`, 'function');
  }
  return make(request, source);
}
