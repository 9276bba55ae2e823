import { ActionError, type Json } from '@/engine';
import type { BoundText } from '@/engine/ports';

/** Longest list after IN. SQLite accepts 32,766 values in a statement, other databases more. */
const MAX_ITEMS = 30_000;

const BEFORE = /\b(not\s+)?in\s*\(\s*$/i;
const AFTER = /^\s*\)/;

/**
 * Binds each item of a list after IN as a separate value. Bound as one value it would be JSON text, which
 * equals no item; MySQL would even read it as 0.
 * @throws ActionError `invalid_params` for a list that cannot be used there
 */
export function spreadLists({ parts, values }: BoundText): BoundText {
  const spread = { parts: parts.slice(0, 1), values: [] as Json[] };
  values.forEach((value, index) => {
    const after = parts[index + 1] ?? '';
    const items = itemsAt(value, parts[index] ?? '', after);
    spread.values.push(...items);
    spread.parts.push(...items.slice(1).map(() => ', '), after);
  });
  return spread;
}

function itemsAt(value: Json, before: string, after: string): readonly Json[] {
  const place = Array.isArray(value) && AFTER.test(after) ? BEFORE.exec(before) : null;
  if (!place || !Array.isArray(value)) return [value];
  if (value.length > MAX_ITEMS) {
    const most = MAX_ITEMS.toLocaleString('en');
    throw wrong(
      `A list after IN has ${value.length.toLocaleString('en')} items. The limit is ${most}. Split the list over several steps.`,
    );
  }
  if (value.length > 0) return value;
  // Nothing equals NULL, so `IN (NULL)` matches no row. `NOT IN (NULL)` would match no row either, although
  // it should match all.
  if (place[1] === undefined) return [null];
  throw wrong(
    'The list after NOT IN is empty, which SQL does not allow. Run the step only when the list has items.',
  );
}

function wrong(message: string): ActionError {
  return new ActionError('invalid_params', message, { path: 'params.query' });
}
