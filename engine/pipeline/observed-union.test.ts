import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../catalogue';
import { knownFields } from '../expression';
import { observeShape } from '../observe';
import { withObserved } from './observed';

/** An object of any keys, or null. */
const NULLABLE: JsonSchema = { anyOf: [{ type: 'object', additionalProperties: {} }, { type: 'null' }] };

describe('the observed shape of a value that may be null', () => {
  it('belongs to the alternative that is not null', () => {
    const seen = { run: 3, shape: observeShape({ region: 'eu' }) };
    const schema = withObserved(
      { type: 'object', properties: { labels: NULLABLE } },
      {
        run: 3,
        shape: observeShape({ labels: { region: 'eu' } }),
      },
    );
    expect(knownFields(schema.properties?.labels ?? {}).map(([name]) => name)).toEqual(['region']);
    expect(knownFields(withObserved(NULLABLE, seen)).map(([name]) => name)).toEqual(['region']);
  });

  it('is unknown after a run that returned null', () => {
    expect(withObserved(NULLABLE, { run: 3, shape: observeShape(null) })).toEqual(NULLABLE);
  });
});
