import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { createDeskState, createSession } from '../session';
import { EditorProvider } from '../use-editor';
import { FirstSurface, firstViewOf, zoomAttributes } from './first-view';

/** A row of steps, each 400 px from the next. */
function row(count: number): PipelineDocument {
  const ids = Array.from({ length: count }, (_, index) => `s${index}`);
  return {
    steps: ids.map((id, index) => ({
      id,
      action: 'log',
      params: { message: id },
      ...(index === 0 ? {} : { depends_on: [`s${index - 1}`] }),
    })),
    layout: { steps: Object.fromEntries(ids.map((id, index) => [id, { x: index * 400, y: 0 }])) },
  };
}

function sessionOf(count: number, size = { width: 800, height: 600 }) {
  return createSession({
    document: row(count),
    descriptors: catalogue.descriptors,
    pipelineId: 'p',
    readOnly: true,
    desk: createDeskState(size),
  });
}

it('contains the visible cards and the edges between them', () => {
  const session = sessionOf(40);
  const { nodes, edges, viewport } = firstViewOf(session, { width: 800, height: 600 });
  // The first cards, at a readable zoom, and those just outside.
  expect(viewport.zoom).toBe(0.76);
  expect(nodes.map(({ id }) => id)).toEqual(['s0', 's1', 's2', 's3']);
  expect(edges.map(({ source, target }) => [source, target])).toEqual([
    ['s0', 's1'],
    ['s1', 's2'],
    ['s2', 's3'],
  ]);
});

it('is drawn by the server at its place, and takes no focus', () => {
  const session = sessionOf(40);
  const first = firstViewOf(session, { width: 800, height: 600 });
  const html = renderToString(
    <EditorProvider value={session}>
      <FirstSurface first={first} />
    </EditorProvider>,
  );
  expect(html.match(/data-step="s\d+"/g)).toHaveLength(4);
  expect(html).toMatch(
    /^<div class="[^"]*" style="--view:translate\([^)]*\) scale\(0.76\)" inert="" aria-hidden="true">/,
  );
  expect(zoomAttributes(first)).toEqual({ 'data-zoom-step': '0.7', style: { '--k': '0.7' } });
});

it('draws an empty pipeline without cards', () => {
  expect(firstViewOf(sessionOf(0), { width: 800, height: 600 }).nodes).toEqual([]);
});
