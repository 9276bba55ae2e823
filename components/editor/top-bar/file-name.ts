/** The name of the file of a pipeline, without its ending. */
export function fileName(name: string): string {
  const clean = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return clean || 'pipeline';
}
