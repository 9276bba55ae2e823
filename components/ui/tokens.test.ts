import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [number, number, number];
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Every colour token, for both themes. */
const tokens = new Map<string, Record<Theme, string>>();
for (const [, name, light, dark] of css.matchAll(/(--[\w-]+):\s*light-dark\((#\w{6}), (#\w{6})\)/g)) {
  tokens.set(name!, { light: light!, dark: dark! });
}

function rgb(name: string, theme: Theme): Rgb {
  const hex = tokens.get(name)?.[theme];
  if (!hex) throw new Error(`tokens.css has no colour ${name}`);
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

/** `color-mix(in srgb, a share, b)`. */
function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const at = (i: 0 | 1 | 2) => a[i] * share + b[i] * (1 - share);
  return [at(0), at(1), at(2)];
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** Contrast ratio, WCAG 2.2, 1.4.3. */
function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
}

const states = [...tokens.keys()].filter((name) => name.startsWith('--st-'));
const categories = [...tokens.keys()].filter((name) => name.startsWith('--cat-'));
const frames = [...tokens.keys()].filter((name) => name.startsWith('--frame-'));
const TINT = { light: 0.09, dark: 0.14 };

describe.each(THEMES)('tokens in the %s theme', (theme) => {
  it('have every state and every category', () => {
    expect(states).toHaveLength(11);
    expect(categories).toHaveLength(5);
    expect(frames).toHaveLength(6);
  });

  it.each(states)('make %s readable as text on card, surface and its own tint', (state) => {
    const color = rgb(state, theme);
    const card = rgb('--card', theme);
    for (const ground of [card, rgb('--surface', theme), mix(color, card, TINT[theme])]) {
      expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(['--text', '--text-2', '--text-3', '--link'])('make %s readable on every surface', (name) => {
    for (const ground of ['--canvas', '--surface', '--surface-2', '--surface-3', '--card', '--field']) {
      expect(contrast(rgb(name, theme), rgb(ground, theme)), `${name} on ${ground}`).toBeGreaterThanOrEqual(
        4.5,
      );
    }
  });

  it('draw controls, edges and focus with a contrast of at least 3:1', () => {
    const pairs = [
      ['--field-line', '--field'],
      ['--edge', '--canvas'],
      ['--edge-ref', '--canvas'],
      ['--focus', '--surface'],
      ['--focus', '--canvas'],
      ['--focus', '--card'],
    ] as const;
    for (const [line, ground] of pairs) {
      expect(contrast(rgb(line, theme), rgb(ground, theme)), `${line} on ${ground}`).toBeGreaterThanOrEqual(
        3,
      );
    }
  });

  it.each(frames)('draw the border of %s visibly, and keep text readable on its ground', (name) => {
    const [color, canvas] = [rgb(name, theme), rgb('--canvas', theme)];
    expect(contrast(color, canvas)).toBeGreaterThanOrEqual(3);
    for (const text of ['--text', '--text-2'])
      expect(contrast(rgb(text, theme), mix(color, canvas, 0.19))).toBeGreaterThanOrEqual(4.5);
  });

  it('make the primary button readable, also hovered', () => {
    expect(contrast(rgb('--on-ink', theme), rgb('--ink', theme))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(rgb('--on-ink', theme), rgb('--ink-hover', theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['--code-key', '--code-str', '--code-num', '--code-punc'])('make %s readable as code', (name) => {
    for (const ground of ['--card', '--field', '--surface']) {
      expect(contrast(rgb(name, theme), rgb(ground, theme))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('text outside the canvas', () => {
  const folder = new URL('../', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !file.startsWith('editor/canvas/'),
  );

  it('grows with the text size of the browser: no stylesheet sets its size in px', () => {
    const inPixels = files.flatMap((file) => {
      const rules = readFileSync(new URL(file, folder), 'utf8').matchAll(
        /\b(?:font|font-size|line-height): [^;]*\dpx/g,
      );
      return [...rules].map(([rule]) => `${file}: ${rule}`);
    });
    // What is drawn on the canvas.
    expect(inPixels).toEqual(['ui/tokens.css: font-size: 13px', 'ui/tokens.css: line-height: 20px']);
    expect(files.length).toBeGreaterThan(150);
  });
});
