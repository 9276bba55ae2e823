import type { Json } from '../../../json';
import { nameOf } from '../../../type-words';
import { compare, fingerprint } from './compare';
import { type Operation, type Request, refuse } from './request';
import { itemsOf, listOf, subjectOf } from './select';

/** A value for each item: its field, or a template rendered for it. */
export const map: Operation = (request) => {
  const { template, field, input, ctx } = request;
  if (template === undefined && field === undefined) {
    throw refuse(
      'map needs a field to read from each item, or a template to render for each item.',
      'template',
    );
  }
  const items = listOf(request);
  if (template === undefined) return items;
  return items.map((item, index) => ctx.render(template, { input, item, index }));
};

/** The items for which the condition is true, or whose field is present and neither false, 0 nor empty. */
export const filter: Operation = (request) => {
  const { condition, field, input, ctx } = request;
  const isPerItem = field !== undefined && Array.isArray(input);
  if (condition === undefined && !isPerItem) {
    throw refuse(
      'filter needs a condition, for example item.size > 3, or a field of the items.',
      'condition',
    );
  }
  const { items, keyOf } = itemsOf(request);
  return items.filter((item, index) => {
    if (isPerItem && !isGiven(keyOf(item))) return false;
    return condition === undefined || ctx.test(condition, { input, item, index });
  });
};

function isGiven(value: Json): boolean {
  return value !== null && value !== false && value !== 0 && value !== '';
}

/** The sum of numbers. */
export const reduce: Operation = (request) => {
  const start = request.initial ?? 0;
  if (typeof start !== 'number') {
    throw refuse(
      `reduce adds numbers, but initial is ${nameOf(start)}. Set initial to a number, or set a function.`,
      'initial',
    );
  }
  return numbersOf(request, listOf(request)).reduce((sum, value) => sum + value, start);
};

/** A list as numbers. @throws ActionError `invalid_params` naming the first item that is not a number */
export function numbersOf({ operation }: Request, list: readonly Json[]): number[] {
  return list.map((item, index) => {
    if (typeof item === 'number') return item;
    throw refuse(
      `${operation} needs numbers, but item ${index} is ${nameOf(item)}. Set field to select a number in each item.`,
    );
  });
}

/** Flattens nested lists by one level. */
export const flatten: Operation = (request) => listOf(request).flat();

/** Each item once, or once for each value of a field; the first one is kept. */
export const unique: Operation = (request) => {
  const { items, keyOf } = itemsOf(request);
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = fingerprint(keyOf(item));
    return seen.has(key) ? false : seen.add(key);
  });
};

/** Items in ascending order, or by a field; equal ones keep their order. */
export const sort: Operation = (request) => {
  const { items, keyOf } = itemsOf(request);
  return items.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
};

/** Reverses a list, or a text by visible characters. */
export const reverse: Operation = (request) => {
  const subject = subjectOf(request);
  if (typeof subject !== 'string') return listOf(request, subject).toReversed();
  const characters = Array.from(new Intl.Segmenter().segment(subject), ({ segment }) => segment);
  return characters.reverse().join('');
};
