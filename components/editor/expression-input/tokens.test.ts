import { describe, expect, it } from 'vitest';
import { expressionRegions, expressionTokens, type ReferenceToken } from './tokens';

function references(text: string, mode: 'template' | 'expression' = 'template') {
  return expressionTokens(text, mode)
    .filter((token): token is ReferenceToken => token.kind === 'reference')
    .map((token) => text.slice(token.from, token.to));
}

describe('expressionTokens', () => {
  it('finds references only inside braces of a template', () => {
    expect(references('params.a is {{params.a}} and {{ steps.b.output.c[0] }}')).toEqual([
      'params.a',
      'steps.b.output.c[0]',
    ]);
  });

  it('reads a step id with a hyphen as one word', () => {
    expect(references('steps.check-it.status == "failed"', 'expression')).toEqual(['steps.check-it.status']);
  });

  it('reads text in quotes as text', () => {
    expect(references('"steps.a.output.b" == item', 'expression')).toEqual(['item']);
  });

  it('hides steps. and .output in a chip, and never another aspect', () => {
    const hidden = (text: string) =>
      expressionTokens(text, 'expression').flatMap((token) =>
        'hidden' in token ? token.hidden.map((part) => text.slice(part.from, part.to)) : [],
      );
    expect(hidden('steps.a.output.b')).toEqual(['steps.', '.output']);
    expect(hidden('steps.a.output')).toEqual(['steps.']);
    expect(hidden('steps.a.status')).toEqual(['steps.']);
  });

  it('highlights the text around references', () => {
    const kinds = expressionTokens('{{ default(params.a, 3) and true }}', 'template').map(
      (token) => token.kind,
    );
    expect(kinds).toEqual([
      'brace',
      'operator',
      'operator',
      'reference',
      'operator',
      'number',
      'operator',
      'word',
      'word',
      'brace',
    ]);
  });
});

describe('expressionRegions', () => {
  it('does not end at braces in quotes', () => {
    expect(expressionRegions('{{ "}}" }}!', 'template')).toMatchObject([{ from: 0, to: 10, closed: true }]);
  });

  it('reaches to the end while the braces are open', () => {
    expect(expressionRegions('a {{par', 'template')).toMatchObject([
      { innerFrom: 4, innerTo: 7, closed: false },
    ]);
  });

  it('reads a condition as one expression, with or without braces', () => {
    expect(expressionRegions('a == 1', 'expression')).toMatchObject([{ from: 0, to: 6, innerFrom: 0 }]);
    expect(expressionRegions('{{a == 1}}', 'expression')).toMatchObject([{ from: 0, to: 10, innerFrom: 2 }]);
  });
});
