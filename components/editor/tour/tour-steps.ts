/** One step of the tour. */
export interface TourStep {
  readonly title: string;
  /** One or two sentences. `keys` formats a shortcut for the platform of the browser. */
  text(keys: (shortcut: string) => string): string;
}

/** The steps of the tour, from the first action to the result of a run. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: 'Add steps',
    text: () =>
      'Drag an action from the palette on the left to the canvas, or press A on the canvas to choose one.',
  },
  {
    title: 'Connect steps',
    text: () => 'Drag from the handle at the right of a card to the next card, or select a card and press C.',
  },
  {
    title: 'Fill in parameters',
    text: () =>
      'Select a card to edit it on the right. Type {{ in a field to read the output of an earlier step.',
  },
  {
    title: 'Run',
    text: (keys) =>
      `Press Run at the top, or ${keys('Mod+Enter')}. Every card shows its status; select one for its inputs, output and logs.`,
  },
  {
    title: 'Find commands',
    text: (keys) => `${keys('Mod+K')} opens every command and page. Press ? on the canvas for all shortcuts.`,
  },
];
