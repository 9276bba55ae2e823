/** The mark in `localStorage` of a browser in which the first minutes were hidden. */
export const FIRST_MINUTES_HIDDEN = 'pipewright.first-minutes-hidden';

/**
 * Sets `data-first-minutes` before the first paint, so that the starters do not move under the pointer when React reads the
 * mark. It is an inline script in the document's head. Without storage, they are shown.
 */
export const FIRST_MINUTES_SCRIPT = `try{if(localStorage.getItem("${FIRST_MINUTES_HIDDEN}")!==null)document.documentElement.dataset.firstMinutes="hidden"}catch(e){}`;
