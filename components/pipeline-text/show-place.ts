/** Height of a line of a monospaced text box, in pixels: `--m-12`. */
const LINE_HEIGHT = 18;

/** Puts the cursor of a text box where the text stops being JSON, and brings the line into view. */
export function showPlace(
  area: HTMLTextAreaElement | null,
  { offset, line }: { offset: number; line: number },
): void {
  if (area === null) return;
  area.focus();
  area.setSelectionRange(offset, Math.min(offset + 1, area.value.length));
  area.scrollTop = Math.max(0, (line - 4) * LINE_HEIGHT);
}
