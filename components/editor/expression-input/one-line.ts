/** Text for an input of one line: each line break, with the white space around it, becomes one space. */
export function oneLine(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n').map((line, index, all) => trimmed(line, index > 0, index < all.length - 1));
  const inner = lines.filter((line, index, all) => line !== '' || index === 0 || index === all.length - 1);
  return inner.join(' ');
}

function trimmed(line: string, atStart: boolean, atEnd: boolean): string {
  const begun = atStart ? line.trimStart() : line;
  return atEnd ? begun.trimEnd() : begun;
}
