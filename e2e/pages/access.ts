import type { Page } from '@playwright/test';
import { problemsInEachTheme } from './themes';

/** Roles of controls that a person can press, choose or fill in. */
const CONTROLS = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'menuitem',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);

/** Every control of the page without a name in the accessibility tree, as HTML. */
export async function namelessControls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const nameless = nodes.filter(
    ({ ignored, role, name }) =>
      !ignored && CONTROLS.has(String(role?.value)) && String(name?.value ?? '').trim() === '',
  );
  const found: string[] = [];
  for (const { backendDOMNodeId } of nameless) {
    if (backendDOMNodeId === undefined) continue;
    const { outerHTML } = await session.send('DOM.getOuterHTML', { backendNodeId: backendDOMNodeId });
    found.push(outerHTML.slice(0, 200));
  }
  await session.detach();
  return found;
}

/** Brightness of the page's background: 0 is black, 1 is white. */
export function brightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const numbers =
      getComputedStyle(document.body)
        .backgroundColor.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    const [red = 0, green = 0, blue = 0] = numbers;
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  });
}

/** As `invisibleStops`, in both themes. */
export function invisibleStopsInEachTheme(page: Page, stops: number): Promise<string[]> {
  return problemsInEachTheme(page, () => invisibleStops(page, stops));
}

/** Navigates a page with Tab. Returns the HTML of elements that look the same with and without focus. */
export async function invisibleStops(page: Page, stops: number): Promise<string[]> {
  const found = new Set<string>();
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const html = await page.evaluate(unseenFocus);
    if (html !== undefined) found.add(html);
  }
  return [...found];
}

/** Runs in the page: the HTML of the focused element if neither it nor an element around it shows the focus. */
function unseenFocus(): string | undefined {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body)
    return undefined;
  const look = () => {
    const parts: string[] = [];
    let part: Element | null = element;
    for (let level = 0; part !== null && level < 6; level += 1) {
      for (const one of [part, ...(level === 0 ? part.children : [])]) {
        for (const layer of [undefined, '::after']) {
          const {
            outlineStyle,
            outlineWidth,
            boxShadow,
            borderColor,
            backgroundColor,
            stroke,
            color,
            content,
          } = getComputedStyle(one, layer);
          const outline = outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth}`;
          parts.push([outline, boxShadow, borderColor, backgroundColor, stroke, color, content].join('|'));
        }
      }
      part = part.parentElement;
    }
    return parts.join('\n');
  };
  const focused = look();
  element.blur();
  const blurred = look();
  element.focus({ preventScroll: true });
  return focused === blurred ? element.outerHTML.slice(0, 200) : undefined;
}

/** Every text with too little contrast to its background (WCAG 2.2, 1.4.3) in one of the themes, with its contrast. */
export function faintTexts(page: Page): Promise<string[]> {
  return problemsInEachTheme(page, () => faintTextsNow(page));
}

async function faintTextsNow(page: Page): Promise<string[]> {
  // Colours fade between themes; during the transition they belong to neither.
  await page.evaluate(async () => {
    const fades = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fades.map(({ finished }) => finished));
  });
  return page.evaluate(textsOfLittleContrast);
}

/** Runs in the page. Texts of disabled controls and image backgrounds are left out. */
function textsOfLittleContrast(): string[] {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return [];

  /** Composed colours, the lowest first, as red, green and blue. */
  const mixed = (colours: readonly string[]) => {
    pen.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
    }
    return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const luminance = (colour: readonly number[]) => {
    const [red = 0, green = 0, blue = 0] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundsOf = (element: Element) => {
    const grounds: string[] = [];
    for (let part: Element | null = element; part !== null; part = part.parentElement)
      grounds.unshift(getComputedStyle(part).backgroundColor);
    return grounds;
  };

  const found = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const text = texts.currentNode.textContent?.trim() ?? '';
    if (!element || text === '' || element.closest(':disabled, [aria-disabled=true], [aria-hidden=true]'))
      continue;
    const { width, height } = element.getBoundingClientRect();
    if (
      width <= 1 ||
      height <= 1 ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const grounds = groundsOf(element);
    const [ground, ink] = [luminance(mixed(grounds)), luminance(mixed([...grounds, color]))];
    const contrast = (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    if (contrast < (isLarge ? 3 : 4.5)) found.add(`${contrast.toFixed(2)}: ${text.slice(0, 60)}`);
  }
  return [...found];
}
