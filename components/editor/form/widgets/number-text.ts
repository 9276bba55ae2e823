import type { Json } from '@/engine';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * What typed text becomes in the document: a number when it is one, nothing when it is empty, otherwise the very
 * text, so that nothing typed is lost and validation can say what is wrong with it.
 */
export function numberFromText(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!NUMBER.test(trimmed)) return text;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : text;
}

/** Whether text that is being typed still stands for this value: `1.` and `1.0` both stand for 1. */
export function standsFor(text: string, value: Json | undefined): boolean {
  return numberFromText(text) === value;
}
