import { describe, expect, it } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { connect, setParam } from '../model/edits';
import { selectSteps } from '../model/selection';
import { createSession } from '../session';

function open(count: number) {
  const document: PipelineDocument = {
    steps: Array.from({ length: count }, (_, index) => ({
      id: `s${index}`,
      action: 'log',
      params: { message: index === 0 ? 'Start' : `{{steps.s${index - 1}.output}}` },
    })),
  };
  const session = createSession({ document, descriptors: catalogue.descriptors, pipelineId: 'p' });
  session.flow.start();
  return session;
}

describe('the flow', () => {
  it('replaces only the dragged card in a frame, and nothing in the document', () => {
    const { flow, store } = open(20);
    const before = flow.getNodes();
    const edges = flow.getEdges();
    flow.changeNodes([{ id: 's3', type: 'position', position: { x: 5, y: 6 }, dragging: true }]);
    const changed = flow.getNodes().filter((node, index) => node !== before[index]);
    expect(changed.map(({ id }) => id)).toEqual(['s3']);
    expect(flow.getEdges()).toBe(edges);
    expect(store.getState().undo).toHaveLength(0);
  });

  it('keeps every node and edge that an edit does not change', () => {
    const { flow, store } = open(20);
    const nodes = flow.getNodes();
    const edges = flow.getEdges();
    store.edit('Type', (document) => setParam(document, 's0', 'message', 'Begin'));
    expect(flow.getNodes()).toBe(nodes);
    expect(flow.getEdges()).toBe(edges);
    // Only while one of its steps is selected: the longer path orders the pair too.
    store.select(selectSteps('s5'));
    const selected = flow.getEdges();
    store.edit('Connect', (d) => connect(d, { from: 's0', handle: 'out', to: 's5' }, catalogue.descriptors));
    expect(
      flow
        .getEdges()
        .filter((edge) => !selected.includes(edge))
        .map(({ id }) => id),
    ).toEqual(['s0>s5:depends_on']);
  });

  it('draws a pair that only a reference orders as an ordinary edge, with the field when its step is selected', () => {
    const { flow, store } = open(3);
    expect(flow.getEdges().map(({ data }) => data?.kind)).toEqual(['ordinary', 'ordinary']);
    store.select(selectSteps('s1'));
    const lineage = flow.getEdges().filter(({ data }) => data?.kind === 'lineage');
    expect(lineage.map(({ data }) => data?.label)).toEqual(['output', 'output']);
  });

  it('draws a value that a branch passes by only beside the selection, or with all data edges', () => {
    const session = createSession({
      document: {
        steps: [
          { id: 'call', action: 'http_request', params: { url: 'https://example.org' } },
          {
            id: 'ok',
            action: 'conditional',
            params: { condition: 'steps.call.output.status_code == 200', on_true: 'save' },
          },
          { id: 'save', action: 'log', params: { message: '{{steps.call.output.response_body}}' } },
        ],
      },
      descriptors: catalogue.descriptors,
      pipelineId: 'p',
    });
    const { flow, store, showsData } = session;
    const stop = flow.start();
    const ids = () => flow.getEdges().map(({ id }) => id);
    expect(ids()).toEqual(['call>ok:reference', 'ok>save:branch:true']);
    store.select(selectSteps('save'));
    expect(ids()).toContain('lineage:call>save:reference');
    store.select(selectSteps());
    showsData.set(true);
    expect(flow.getEdges().map(({ data, ariaLabel }) => [data?.kind, ariaLabel])).toContainEqual([
      'lineage',
      'from HTTP request to Log, reads the output',
    ]);
    showsData.set(false);
    expect(ids()).toHaveLength(2);
    stop();
  });

  it('tells a value from another start apart where a branch starts the step', () => {
    const session = createSession({
      document: {
        steps: [
          { id: 'call', action: 'http_request', params: { url: 'https://example.org' } },
          { id: 'ok', action: 'conditional', params: { condition: 'true', on_true: 'save' } },
          { id: 'save', action: 'log', params: { message: '{{steps.call.output.response_body}}' } },
        ],
      },
      descriptors: catalogue.descriptors,
      pipelineId: 'p',
    });
    expect(session.flow.getEdges().map(({ data }) => data?.kind)).toEqual(['branch', 'reference']);
  });

  it('draws an edge that a longer path implies while one of its steps or the edge is selected', () => {
    const { flow, store } = open(3);
    const after = { from: 's0', handle: 'out', to: 's2' };
    store.edit('Connect', (document) => connect(document, after, catalogue.descriptors));
    const implied = () => flow.getEdges().find(({ id }) => id === 's0>s2:depends_on')?.data?.kind;
    expect(implied()).toBeUndefined();
    store.select(selectSteps('s2'));
    expect(implied()).toBe('implied');
    store.select({ steps: [], edges: ['s0>s2:depends_on'] });
    expect(implied()).toBe('implied');
    store.select({ edges: [] });
    expect(implied()).toBeUndefined();
  });

  it('follows the selection that React Flow reports', () => {
    const { flow, store } = open(3);
    flow.changeNodes([{ id: 's2', type: 'select', selected: true }]);
    expect(store.getState().selection.steps).toEqual(['s2']);
    expect(flow.getNodes().find(({ id }) => id === 's2')?.selected).toBe(true);
  });

  it('routes edges together, and keeps the routes of other edges during a drag and after it', () => {
    const { flow } = open(20);
    const [edge] = flow.getEdges();
    const last = flow.getEdges().at(-1);
    if (edge === undefined || last === undefined) throw new Error('The pipeline has no edges.');
    const before = [flow.routeOf(edge.id), flow.routeOf(last.id)];
    expect(before[0]).toHaveLength(2);
    const at = flow.getNodes()[0]?.position ?? { x: 0, y: 0 };
    flow.changeNodes([{ id: 's0', type: 'position', position: { x: at.x, y: at.y + 200 }, dragging: true }]);
    expect([flow.routeOf(edge.id), flow.routeOf(last.id)]).toEqual(before);
    flow.putBack();
    expect(flow.routeOf(last.id)).toBe(before[1]);
  });

  it('routes each edge alone in a large pipeline', () => {
    const { flow } = open(301);
    const [edge] = flow.getEdges();
    expect(edge && flow.routeOf(edge.id)).toBeUndefined();
  });

  it('labels edges for screen readers', () => {
    const session = createSession({
      document: {
        steps: [
          {
            id: 'ask',
            name: 'Healthy?',
            action: 'conditional',
            params: { condition: 'true', on_true: 'go' },
          },
          { id: 'go', name: 'Go on', action: 'log', params: { message: '' } },
        ],
      },
      descriptors: catalogue.descriptors,
      pipelineId: 'p',
    });
    expect(session.flow.getEdges()[0]?.ariaLabel).toBe('from Healthy? to Go on, when true');
  });
});
