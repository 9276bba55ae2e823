'use client';

import type { Json, JsonSchema } from '@/engine';
import { heldValues, withOffer } from '../offers';
import { textOf } from '../text';
import styles from './widgets.module.css';

export interface OffersProps {
  label: string;
  schema: JsonSchema;
  value: Json | undefined;
  onChange: (value: Json) => void;
}

/** Known values as toggle buttons, pressed while the field contains them. */
export function Offers({ label, schema, value, onChange }: OffersProps) {
  const offers = schema.suggestions ?? [];
  if (offers.length === 0) return null;
  const held = new Set(heldValues(value).map(textOf));
  return (
    <fieldset className={styles.offers} aria-label={`Known values of ${label}`}>
      {offers.map((offer) => (
        <button
          key={offer}
          type="button"
          className={styles.offer}
          aria-pressed={held.has(offer)}
          onClick={() => onChange(withOffer(value, offer, schema))}
        >
          {offer}
        </button>
      ))}
    </fieldset>
  );
}
