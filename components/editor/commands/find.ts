import { moveToMatch, openFind } from '../find/finding';
import type { Command } from './command';

export const find: Command = {
  id: 'find',
  label: 'Find in pipeline',
  group: 'view',
  icon: 'search',
  shortcuts: ['Mod+F'],
  scope: 'page',
  run: ({ session }) => openFind(session),
};

export const findNext: Command = {
  id: 'find-next',
  label: 'Next match',
  group: 'view',
  icon: 'down',
  shortcuts: ['F3'],
  scope: 'page',
  run: ({ session }) => moveToMatch(session, 1),
};

export const findPrevious: Command = {
  id: 'find-previous',
  label: 'Previous match',
  group: 'view',
  shortcuts: ['Shift+F3'],
  scope: 'page',
  run: ({ session }) => moveToMatch(session, -1),
};

export const replace: Command = {
  id: 'replace',
  label: 'Find and replace in pipeline',
  group: 'edit',
  icon: 'search',
  shortcuts: ['Mod+Shift+F'],
  scope: 'page',
  edits: true,
  run: ({ session }) => openFind(session, { replacing: true }),
};
