import { expect, it } from 'vitest';
import { type OpenTab, PRESENCE_ENDS_MS } from '@/lib/contracts/presence';
import { Presence } from './presence';

const one = '1'.repeat(16);
const two = '2'.repeat(16);
const report = (tab: string, more: object = {}) =>
  JSON.stringify({ pipeline: 'p', tab, step: null, left: false, ...more });

function open() {
  let now = 0;
  const presence = new Presence(() => new Date(now));
  const heard: (readonly OpenTab[])[] = [];
  presence.watch('p', (tabs) => heard.push(tabs));
  return { presence, heard, pass: (ms: number) => (now += ms) };
}

it('forgets a tab that stopped reporting, and keeps one that goes on', () => {
  const { presence, heard, pass } = open();
  presence.receive(report(one));
  presence.receive(report(two));
  pass(PRESENCE_ENDS_MS);
  presence.receive(report(two));
  pass(1);
  presence.expire();
  expect(presence.tabsOf('p')).toEqual([{ tab: two, step: null }]);
  expect(heard.map((tabs) => tabs.length)).toEqual([1, 2, 1]);
  presence.close();
});

it('notifies of changes only, and ignores what is no report', () => {
  const { presence, heard } = open();
  presence.receive(report(one, { step: 'a' }));
  presence.receive(report(one, { step: 'a' }));
  presence.receive('{');
  presence.receive(report('no tab'));
  expect(heard).toHaveLength(1);
  presence.receive(report(one, { left: true }));
  presence.receive(report(one, { left: true }));
  expect(heard.at(-1)).toEqual([]);
  expect(heard).toHaveLength(2);
});

it('remembers a limited number of tabs', () => {
  const { presence } = open();
  for (let index = 0; index < 80; index += 1) presence.receive(report(index.toString(16).padStart(16, '0')));
  expect(presence.tabsOf('p')).toHaveLength(50);
  presence.close();
});
