/** Puts the cursor of a text box where the text stops being JSON, and brings the line into view. */
export function showPlace(
  area: HTMLTextAreaElement | null,
  { offset, line }: { offset: number; line: number },
): void {
  if (area === null) return;
  area.focus();
  area.setSelectionRange(offset, Math.min(offset + 1, area.value.length));
  area.scrollTop = Math.max(0, (line - 4) * lineHeight(area));
}

/** Height of a line in px, which grows with the text size of the browser; 0 where nothing is laid out. */
function lineHeight(area: HTMLTextAreaElement): number {
  return Number.parseFloat(getComputedStyle(area).lineHeight) || 0;
}
