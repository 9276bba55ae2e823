import { compilePattern } from '../../expression/regex';
import { isJsonObject, type Json, ownProperty } from '../../json';
import { equalJson } from '../diff/equal-json';
import type { OutputExpectation } from './schema';

/** Whether a value is as expected. A value that is absent never is. */
export function matches(expected: OutputExpectation, actual: Json | undefined): boolean {
  if (actual === undefined) return false;
  switch (expected.match) {
    case 'any':
      return true;
    case 'equal':
      return equalJson(expected.value, actual);
    case 'contains':
      return contains(actual, expected.value);
    case 'matches':
      return typeof actual === 'string' && finds(expected.value, actual);
  }
}

function contains(whole: Json, part: Json): boolean {
  if (typeof whole === 'string') return typeof part === 'string' && whole.includes(part);
  if (Array.isArray(whole)) return whole.some((item) => equalJson(item, part) || includesFields(item, part));
  return includesFields(whole, part);
}

function includesFields(whole: Json, part: Json): boolean {
  if (!isJsonObject(whole) || !isJsonObject(part)) return equalJson(whole, part);
  return Object.entries(part).every(([key, value]) => {
    const found = ownProperty(whole, key);
    return found !== undefined && includesFields(found, value);
  });
}

function finds(pattern: string, text: string): boolean {
  const compiled = compilePattern(pattern);
  return 'test' in compiled && compiled.test(text);
}
