import { tooltips } from '@codemirror/view';

/** The height that a list needs above the text, in px: its heading and four lines. */
const NEEDED = 130;

/**
 * Opens lists above the text, as high as there is room, because the error and the help of the field are below it. Lists of
 * a field at the upper edge of the page open below.
 */
export const listsAbove = tooltips({
  tooltipSpace({ dom }) {
    const { top, bottom } = dom.getBoundingClientRect();
    const page = { top: 0, left: 0, right: window.innerWidth, bottom: window.innerHeight };
    return top < NEEDED ? page : { ...page, bottom };
  },
});
