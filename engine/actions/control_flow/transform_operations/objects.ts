import { isJsonObject, type Json, type JsonObject } from '../../../json';
import { nameOf } from '../../../type-words';
import { type Operation, type Request, refuse } from './request';
import { subjectOf, valueAt } from './select';

/** An object with only some fields, or each object of a list. Absent fields are left out. */
export const pick: Operation = ({ field, input }) => {
  const paths = (Array.isArray(field) ? field : (field ?? '').split(',')).map((path) => path.trim());
  const wanted = paths.filter((path) => path !== '');
  if (wanted.length === 0) throw refuse('pick needs the fields to keep, for example id, name.', 'field');
  return Array.isArray(input) ? input.map((item) => picked(item, wanted)) : picked(input, wanted);
};

function picked(value: Json, paths: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw refuse(`pick needs objects, but the value is ${nameOf(value)}.`);
  return Object.fromEntries(
    paths.flatMap((path) => {
      const found = valueAt(value, path);
      return found === undefined ? [] : [[path, found]];
    }),
  );
}

export const keys: Operation = (request) => Object.keys(objectOf(request));

export const values: Operation = (request) => Object.values(objectOf(request));

function objectOf(request: Request): JsonObject {
  const subject = subjectOf(request);
  if (isJsonObject(subject)) return subject;
  throw refuse(`${request.operation} needs an object, but the input is ${nameOf(subject)}.`);
}

/** Number of items, fields or characters. */
export const count: Operation = (request) => {
  const subject = subjectOf(request);
  if (typeof subject === 'string') return Array.from(subject).length;
  if (Array.isArray(subject)) return subject.length;
  if (isJsonObject(subject)) return Object.keys(subject).length;
  throw refuse(`count needs a list, an object or text, but the input is ${nameOf(subject)}.`);
};

/** The input, or the value at `field`. */
export const passthrough: Operation = (request) => subjectOf(request);
