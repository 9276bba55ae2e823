/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the server needs to know of a browser to draw a page as the browser will. */
export interface FirstScreen {
  readonly page: Size;
  /** How many times larger than usual the text of the browser is. */
  readonly textScale: number;
  readonly canvas: Size;
  /** What was chosen for panels, by name: their sizes and whether they are open. */
  readonly panels: Readonly<Record<string, string>>;
}

/** The screen of a common laptop. */
export const COMMON_SCREEN: FirstScreen = {
  page: { width: 1440, height: 900 },
  textScale: 1,
  canvas: { width: 758, height: 560 },
  panels: {},
};
