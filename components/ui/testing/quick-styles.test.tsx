// @vitest-environment jsdom

import { expect, it } from 'vitest';
import { quickStyles } from './quick-styles';

const PAGE = `
  <div>a</div><div hidden>a</div><div style="display: none">a</div><div style="display: flex"><b>a</b></div>
  <div style="visibility: hidden"><p><i>a</i><i style="visibility: visible">a</i></p></div>
  <details><summary>a</summary><p>b</p></details><details open><summary>a</summary><p>b</p></details>
  <dialog><p>a</p></dialog><dialog open><p>a</p></dialog><div popover="">a</div>
  <ul><li>a</li></ul><table><tbody><tr><td>a</td></tr></tbody></table>
  <label>a <input type="hidden"><input type="checkbox"></label><button hidden>a</button><select><option>a</option></select>
  <svg><path style="visibility: hidden"></path><text>a</text></svg><template><p>a</p></template><script></script>`;

it('agrees with jsdom on what is displayed and visible', () => {
  document.body.innerHTML = PAGE;
  const frame = document.body.appendChild(document.createElement('iframe'));
  const real = frame.contentWindow?.getComputedStyle.bind(frame.contentWindow);
  if (!real) throw new Error('A frame has a window.');
  const quick = quickStyles(real);
  for (const element of document.body.querySelectorAll('*')) {
    const [found, expected] = [quick(element), real(element)];
    expect([found.display, found.visibility], element.outerHTML).toEqual([
      expected.display,
      expected.visibility,
    ]);
    expect(found.getPropertyValue('display')).toBe(expected.display);
    expect(found.lineHeight).toBe(expected.lineHeight);
  }
});

it('sees an attribute that changes', () => {
  document.body.innerHTML = '<p>a</p>';
  const element = document.body.firstElementChild as HTMLElement;
  expect(getComputedStyle(element).display).toBe('block');
  element.hidden = true;
  expect(getComputedStyle(element).display).toBe('none');
});
