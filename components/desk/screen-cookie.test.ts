import { describe, expect, it } from 'vitest';
import { COMMON_SCREEN } from '@/components/ui/first-screen';
import { formatScreen, parseScreen } from './screen-cookie';

const screen = {
  page: { width: 1280, height: 720 },
  textScale: 1.5,
  canvas: { width: 912, height: 640 },
  panels: { 'panel.left': 'closed', 'size.inspector': '420', 'size.dock.tests': '300' },
};

describe('the cookie of the screen', () => {
  it('gives the server the screen of the browser', () => {
    const value = formatScreen(screen);
    expect(value).not.toMatch(/[;, ]/);
    expect(parseScreen(value)).toEqual(screen);
  });

  it('is without fractions of pixels', () => {
    const page = { width: 1279.6, height: 720.2 };
    expect(parseScreen(formatScreen({ ...screen, page })).page).toEqual({ width: 1280, height: 720 });
  });

  it.each([
    undefined,
    '',
    'page=1440',
    'page=-3x5&canvas=1e3x5&text=-1',
    'page=99999x600&canvas=912x640x2&text=1e3',
    'page=9000x600&text=0',
    'page=%3Cb%3Ex5&text=NaN&panel.left=%3Cb%3E',
    '__proto__=closed&panel.__proto__=closed&size.left=1.5',
    '%E0%A4%A',
  ])('is a common screen for any other text: %s', (value) => {
    expect(parseScreen(value)).toEqual(COMMON_SCREEN);
  });

  it('keeps what is valid', () => {
    expect(parseScreen('canvas=5x6&panel.left=closed&panel.right=!')).toEqual({
      ...COMMON_SCREEN,
      canvas: { width: 5, height: 6 },
      panels: { 'panel.left': 'closed' },
    });
  });

  it('has no more than 16 panels', () => {
    const names = Array.from({ length: 26 }, (_, index) => `size.${String.fromCharCode(97 + index)}`);
    const { panels } = parseScreen(names.map((name) => `${name}=1`).join('&'));
    expect(Object.keys(panels)).toHaveLength(16);
  });
});
