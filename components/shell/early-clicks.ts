/**
 * Clicks before the page's scripts have loaded. A page is drawn by the server at once, so its buttons can be seen and
 * clicked before React listens; React only repeats what happens after it began.
 */

/** What the script in the head offers to the scripts that load later. */
interface EarlyClicks {
  /** Stops recording. React receives the clicks from now on. */
  stop(): void;
  /** Stops recording, and gives each clicked button once. */
  take(): HTMLButtonElement[];
}

declare global {
  interface Window {
    earlyClicks?: EarlyClicks;
  }
}

/** Records the clicked buttons. An inline script in the document's head, so that it runs before anything is drawn. */
export const EARLY_CLICKS_SCRIPT = `(function(){var b=[];function r(e){var t=e.target.closest&&e.target.closest("button");if(t&&b.indexOf(t)<0)b.push(t)}function s(){removeEventListener("click",r,true)}addEventListener("click",r,true);window.earlyClicks={stop:s,take:function(){s();return b.splice(0)}}})()`;

/** For the moment before React begins. */
export function stopEarlyClicks(): void {
  window.earlyClicks?.stop();
}

/** For the moment when the page works: clicks the recorded buttons that are still there. */
export function repeatEarlyClicks(): void {
  for (const button of window.earlyClicks?.take() ?? []) if (button.isConnected) button.click();
}
