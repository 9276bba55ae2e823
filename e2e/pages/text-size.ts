import type { Page } from '@playwright/test';

/** Text size of Chromium unless a person changes it, in px. */
const USUAL = 16;

/** Sets the text size in the settings of the browser, as a person does: 2 is 200 %. Pages are loaded with it from then on. */
export async function setTextSize(page: Page, scale: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: USUAL * scale, fixed: 13 * scale } });
}

/** How far the page is wider than its window, in px. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** The least font size of a text around the canvas, in px. */
export function smallestText(page: Page): Promise<number> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let least = Number.POSITIVE_INFINITY;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.trim() || !parent?.checkVisibility()) continue;
      if (parent.closest('script, style, svg, .react-flow__viewport')) continue;
      least = Math.min(least, Number.parseFloat(getComputedStyle(parent).fontSize));
    }
    return least;
  });
}

/**
 * Texts around the canvas of which a part cannot be read: clipped by a box that neither scrolls nor ends with an ellipsis,
 * or drawn over the edge of their control.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Glyphs may exceed their line by parts of it. */
    const TOLERANCE = 4;
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const exceeds = (text: DOMRect, box: DOMRect) =>
      text.top < box.top - TOLERANCE ||
      text.bottom > box.bottom + TOLERANCE ||
      text.left < box.left - TOLERANCE ||
      text.right > box.right + TOLERANCE;
    const endsWithEllipsis = (style: CSSStyleDeclaration) =>
      style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    /** For screen readers only. */
    const isSpokenOnly = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || isSpokenOnly(element.parentElement));
    /** The box that cuts a text. */
    const cutBy = (text: DOMRect, from: Element): Element | undefined => {
      for (let box: Element | null = from; box !== null && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const isControl = box.matches('button, a[href], label, [role="tab"], h1, h2, h3, h4');
        const clips = /hidden|clip/.test(`${style.overflowX} ${style.overflowY}`);
        if (style.position === 'fixed' || /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`))
          return undefined;
        if (endsWithEllipsis(style)) return undefined;
        if (
          (clips || (isControl && style.display !== 'inline')) &&
          exceeds(text, box.getBoundingClientRect())
        )
          return box;
      }
      return undefined;
    };
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const words = node.textContent?.trim();
      if (!words || !parent || !isShown(parent) || isSpokenOnly(parent)) continue;
      if (parent.closest('script, style, svg, .react-flow__viewport, [aria-hidden="true"]')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = cutBy(range.getBoundingClientRect(), parent);
      if (box !== undefined)
        found.push(`${words.slice(0, 40)} in ${box.tagName.toLowerCase()}.${box.className}`);
    }
    return found;
  });
}
