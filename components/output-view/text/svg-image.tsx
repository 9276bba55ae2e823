'use client';

import { useMemo } from 'react';
import styles from './text.module.css';

export interface SvgImageProps {
  svg: string;
  label: string;
}

/** An SVG as an image, which browsers draw without scripts and without loading anything. */
export function SvgImage({ svg, label }: SvgImageProps) {
  const address = useMemo(() => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, [svg]);
  // biome-ignore lint/performance/noImgElement: an image of an output has no known size and no optimiser.
  return <img className={styles.image} src={address} alt={`Preview of ${label}`} />;
}
