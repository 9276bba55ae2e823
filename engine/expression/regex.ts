import { RE2JS } from 're2js';
import { remember } from './remember';

/** A compiled pattern, or what is wrong with it. */
export type Pattern = { readonly test: (text: string) => boolean } | { readonly problem: string };

/** Longest pattern accepted, in characters. The cost of matching is the product of the lengths of pattern and text. */
const MAX_PATTERN = 1000;

/** Compiles an RE2 pattern, which finds a match anywhere in a text in time linear in the text. */
export const compilePattern: (pattern: string) => Pattern = remember(compile, {
  entries: 200,
  characters: MAX_PATTERN,
});

function compile(pattern: string): Pattern {
  if (pattern.length > MAX_PATTERN) {
    return { problem: `it has ${pattern.length} characters, the limit is ${MAX_PATTERN}` };
  }
  try {
    const compiled = RE2JS.compile(pattern);
    return { test: (text) => compiled.test(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it is not valid';
    return { problem: reason.replace(/^error parsing regexp: /, '') };
  }
}
