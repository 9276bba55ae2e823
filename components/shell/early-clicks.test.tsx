// @vitest-environment jsdom
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EARLY_CLICKS_SCRIPT, repeatEarlyClicks, stopEarlyClicks } from './early-clicks';

const button = (name: string) => {
  const found = document.querySelector<HTMLButtonElement>(`[name="${name}"]`);
  if (found === null) throw new Error(`There is no button ${name}.`);
  return found;
};

function press(target: Element): void {
  target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}

/** Lets the buttons work from now on, as React does. */
function hydrate(): { readonly clicks: string[] } {
  const clicks: string[] = [];
  for (const one of document.querySelectorAll('button')) one.onclick = () => clicks.push(one.name);
  return { clicks };
}

beforeEach(() => {
  document.body.innerHTML =
    '<button name="create"><b>Create</b></button><button name="run">Run</button><a href="#x">Link</a>';
  runInNewContext(EARLY_CLICKS_SCRIPT, {
    window,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  });
});

afterEach(() => {
  stopEarlyClicks();
  delete window.earlyClicks;
});

describe('clicks before the scripts of a page have loaded', () => {
  it('are repeated once for each button, in their order', () => {
    press(button('run'));
    press(document.querySelector('b') ?? document.body);
    press(button('run'));
    const { clicks } = hydrate();
    repeatEarlyClicks();
    expect(clicks).toEqual(['run', 'create']);
    repeatEarlyClicks();
    expect(clicks).toHaveLength(2);
  });

  it('are left out for buttons that are gone, and for links', () => {
    press(button('create'));
    press(document.querySelector('a') ?? document.body);
    const { clicks } = hydrate();
    button('create').remove();
    repeatEarlyClicks();
    expect(clicks).toEqual([]);
  });

  it('are not recorded once React listens', () => {
    press(button('create'));
    stopEarlyClicks();
    const { clicks } = hydrate();
    press(button('run'));
    repeatEarlyClicks();
    expect(clicks).toEqual(['run', 'create']);
  });
});
