// A setup file. Testing Library asks for display and visibility of every element on which a name or a role depends, and jsdom
// matches each rule of its style sheet against each of them: a quarter of the time of the component tests. They load no style
// sheet but that of CodeMirror, so elements of one kind are displayed alike, and visibility comes from inline styles.

type Styles = typeof window.getComputedStyle;

/** Attributes on which the display of an element depends, besides its name. */
const ATTRIBUTES = ['hidden', 'open', 'popover', 'style', 'type'];

/** Displays by kind of element. */
const displays = new Map<string, string>();

/** Styles whose display and visibility are known without a search. */
export function quickStyles(real: Styles): Styles {
  const displayOf = (element: Element) => {
    const kind = [element.localName, ...ATTRIBUTES.map((name) => String(element.getAttribute(name)))].join(
      ' ',
    );
    const display = displays.get(kind) ?? real(element).display;
    displays.set(kind, display);
    return display;
  };
  const read = (element: Element, property: string) => {
    if (property === 'display') return displayOf(element);
    return property === 'visibility' ? visibilityOf(element) : real(element).getPropertyValue(property);
  };
  return (element, pseudo) => {
    if (pseudo || isStyled(element)) return real(element, pseudo);
    const getPropertyValue = (property: string) => read(element, property);
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'getPropertyValue') return getPropertyValue;
        if (name === 'display' || name === 'visibility') return read(element, name);
        return Reflect.get(real(element), name);
      },
    });
  };
}

/** Whether rules of CodeMirror may match an element. */
function isStyled(element: Element): boolean {
  return document.styleSheets.length > 0 && element.closest('.cm-editor') !== null;
}

/** Inherited, so the nearest inline style decides. */
function visibilityOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const visibility = at instanceof HTMLElement || at instanceof SVGElement ? at.style.visibility : '';
    if (visibility !== '') return visibility;
  }
  return 'visible';
}

// Setup files run before each test file of a thread, and all of these share one window.
const DONE = 'pipewrightQuickStyles';
if (typeof window !== 'undefined' && !(DONE in window)) {
  Object.assign(window, {
    [DONE]: true,
    getComputedStyle: quickStyles(window.getComputedStyle.bind(window)),
  });
}
