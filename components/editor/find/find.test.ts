import { describe, expect, it } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { findMatches, nameOfPlace } from './matches';
import { applyChanges, changesOf } from './replace';

const { descriptors } = catalogue;
const document: PipelineDocument = {
  steps: [
    {
      id: 'get_orders',
      action: 'http_request',
      name: 'Fetch orders',
      params: { url: 'https://orders.example/orders' },
    },
    {
      id: 'count',
      action: 'log',
      params: { message: '{{steps.get_orders.output.status_code}}' },
      retry: { count: 3 },
    },
    {
      id: 'tell',
      action: 'log',
      params: { message: 'Orders' },
      depends_on: ['get_orders'],
      timeout_seconds: 30,
    },
  ],
};

const find = (query: string, matchCase = false) => findMatches(document, query, descriptors, { matchCase });
const places = (query: string) => find(query).map(({ stepId, place }) => `${stepId} ${nameOfPlace(place)}`);
const replace = (query: string, by: string) => changesOf(document, find(query), by);

describe('finding', () => {
  it('searches titles, ids, actions, parameters and expressions, each occurrence', () => {
    expect(places('orders')).toEqual([
      'get_orders Title',
      'get_orders ID',
      'get_orders params.url',
      'get_orders params.url',
      'count params.message',
      'tell params.message',
      'tell depends_on.0',
    ]);
    expect(places('http request')).toEqual(['get_orders Action']);
    expect(places('30')).toEqual(['tell timeout_seconds']);
  });

  it('ignores case unless asked to match it', () => {
    expect(
      find('orders', true).some(({ stepId, place }) => stepId === 'tell' && place.kind === 'value'),
    ).toBe(true);
    expect(find('Orders', true).map(({ stepId }) => stepId)).toEqual(['tell']);
  });

  it('follows a given order of steps', () => {
    const found = findMatches(document, 'message', descriptors, { order: ['tell', 'count'] });
    expect(found).toEqual([]);
    const texts = findMatches(document, 'orders', descriptors, { order: ['tell', 'count', 'get_orders'] });
    expect(texts[0]?.stepId).toBe('tell');
  });

  it('finds nothing without a text', () => {
    expect(find('')).toEqual([]);
  });
});

describe('replacing', () => {
  it('lists one change for each text, with all of its occurrences', () => {
    const url = replace('orders', 'invoices').find(({ place }) => nameOfPlace(place) === 'params.url');
    expect(url).toMatchObject({
      before: 'https://orders.example/orders',
      after: 'https://invoices.example/invoices',
    });
  });

  it('changes the id of a step and everything that names it', () => {
    const changes = replace('orders', 'invoices').filter(({ place }) => place.kind === 'id');
    const [get, count, tell] = applyChanges(document, changes, descriptors).steps;
    expect(get?.id).toBe('get_invoices');
    expect(count?.params?.message).toBe('{{steps.get_invoices.output.status_code}}');
    expect(tell?.depends_on).toEqual(['get_invoices']);
  });

  it('changes only the selected texts', () => {
    const title = replace('orders', 'invoices').filter(({ place }) => place.kind === 'title');
    const [get, ...others] = applyChanges(document, title, descriptors).steps;
    expect(get).toEqual({ ...document.steps[0], name: 'Fetch invoices' });
    expect(others).toEqual(document.steps.slice(1));
  });

  it('gives the reason where a text cannot change', () => {
    const refusal = (query: string, by: string, place: string) =>
      replace(query, by).find((change) => nameOfPlace(change.place) === place)?.refusal;
    expect(refusal('get_orders', 'count', 'ID')).toBe('Another step has the ID count.');
    expect(refusal('get_orders', 'a b', 'ID')).toContain('not a valid ID');
    expect(refusal('http', 'x', 'Action')).toContain('inspector');
    expect(refusal('30', '40', 'timeout_seconds')).toContain('Only text');
    expect(refusal('get_orders', 'x', 'depends_on.0')).toContain('reference to a step');
  });
});
