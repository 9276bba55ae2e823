import type { Json, JsonObject } from '@/engine';
import { type Random, seeded } from '../random';
import { chance, hostileValue, oddValue, scaled } from './sizes';
import { odd, themes } from './themes';

/** A document that tries to crash the process that runs it, with its params and service responses. */
export interface HostileDocument {
  /** As sent; may be invalid JSON. */
  readonly text: string;
  readonly params: Record<string, Json>;
  /** Responses of services, in order. */
  readonly answers: readonly Json[];
}

/** Largest responses, in characters: most are small, so that many documents can be tried. */
const LARGE = 9_000_000;
const LARGE_SHARE = 0.01;
const USUAL = 8000;

/** Longest lists of nested loops. */
const LONG_LIST = 20_000;
const USUAL_LIST = 30;

/** The document of a seed. */
export function hostileDocument(seed: number): HostileDocument {
  const random = seeded(seed);
  const limit = chance(random, LARGE_SHARE) ? LARGE : USUAL;
  const document: JsonObject = { name: `hostile ${seed}`, steps: [] };
  const steps: JsonObject[] = [];
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    const theme = chance(random, 0.03) ? odd : random.pick(themes);
    steps.push(...theme(random, `t${count}`));
  }
  document.steps = steps;
  const given = params(random, limit);
  document.params = { p: { type: typeOf(given.p) }, q: { type: 'array' } };
  if (chance(random, 0.5)) document.outputs = outputs(random, steps);
  if (chance(random, 0.2)) document.settings = { max_parallel_steps: random.between(1, 100) };
  for (const [at, step] of steps.entries()) decorate(random, step, steps.slice(Math.max(0, at - 500), at));
  // A copy: documents share lists of this module.
  const sent = structuredClone(document);
  if (chance(random, 0.1)) spoil(random, sent);
  const text = JSON.stringify(sent);
  return {
    text: chance(random, 0.02) ? text.slice(0, random.between(0, text.length)) : text,
    params: given,
    answers: Array.from({ length: random.between(1, 4) }, () => hostileValue(random, limit)),
  };
}

function params(random: Random, limit: number): Record<string, Json> {
  const given: Record<string, Json> = {};
  if (chance(random, 0.9)) given.p = hostileValue(random, Math.min(limit, 1_000_000));
  if (chance(random, 0.9))
    given.q = Array.from({ length: scaled(random, limit === LARGE ? LONG_LIST : USUAL_LIST) }, (_, at) => at);
  return given;
}

function typeOf(value: Json | undefined): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' && value !== null ? 'object' : 'string';
}

function outputs(random: Random, steps: readonly JsonObject[]): JsonObject {
  const names = Array.from({ length: scaled(random, 200) }, (_, at) => `o${at}`);
  return Object.fromEntries(
    names.map((name) => {
      const whole = `{{steps.${random.pick(steps).id}.output}}`;
      return [name, random.pick<Json>([whole, [whole, whole], `${whole}${whole}`, '{{params}}'])];
    }),
  );
}

const KINDS = ['timeout', 'connection_error', 'expression_error', 'invalid_params', 'rejected', 'internal'];

/** Adds settings that any step may have. */
function decorate(random: Random, step: JsonObject, before: readonly JsonObject[]): void {
  if (chance(random, 0.1)) {
    step.retry = { max_attempts: random.between(1, 10), initial_delay_seconds: 0, retry_on: KINDS };
  }
  if (chance(random, 0.1)) step.on_failure = 'continue';
  if (chance(random, 0.05)) step.timeout_seconds = random.pick([0.001, 1, 1000]);
  if (before.length === 0) return;
  if (chance(random, 0.03)) step.depends_on = before.map(({ id }) => String(id));
  if (chance(random, 0.05)) step.condition = condition(random, String(random.pick(before).id));
}

function condition(random: Random, id: string): string {
  const output = `steps.${id}.output`;
  return random.pick([
    `steps.${id}.status == 'failed'`,
    `contains(string(${output}), 'x')`,
    `${output} == ${output}`,
    `${'('.repeat(60)}true${')'.repeat(60)}`,
    Array(100).fill(`has(${output})`).join(' && '),
    `size(${Array(100).fill(`[${output}]`).join(' + ')}) > 1`,
    `matches(string(${output}), '(a|b)*c')`,
  ]);
}

/** Replaces a random part with an invalid value. */
function spoil(random: Random, document: JsonObject): void {
  let place: object = document;
  for (let level = random.between(1, 6); level > 0; level -= 1) {
    const keys: readonly string[] = Object.keys(place);
    if (keys.length === 0) return;
    const key = random.pick(keys);
    const inner: unknown = Reflect.get(place, key);
    if (level === 1 || typeof inner !== 'object' || inner === null) {
      Reflect.set(place, key, oddValue(random));
      return;
    }
    place = inner;
  }
}
