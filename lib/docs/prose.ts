/** A part of a sentence; code is a template or an identifier. */
export interface ProsePart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Templates, objects and objects in them, names with an underscore, and what expressions read, such as `steps.a.output`. */
const CODE =
  /(\{\{[^{}]*\}\}|\{(?:[^{}]|\{[^{}]*\})*\}|\b(?:steps|params|secrets|signals|check|item|input)(?:\.\w+)+\b|\b[A-Za-z]+(?:_[A-Za-z0-9]+)+\b)/;

/** Splits a sentence into text and code. */
export function proseParts(sentence: string): ProsePart[] {
  const parts = sentence.replace(/\s+/g, ' ').split(CODE);
  return parts.map((text, index) => ({ text, isCode: index % 2 === 1 })).filter(({ text }) => text !== '');
}
