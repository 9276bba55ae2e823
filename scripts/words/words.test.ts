import { describe, expect, it } from 'vitest';
import { compare, readAllowed, shrink } from './allowed';
import { findWords } from './find-words';
import { readGlossary, wordsOf } from './glossary';

const GLOSSARY = [
  '| Term | Meaning | Not |',
  '| --- | --- | --- |',
  '| edge | A connection. | `wire`, `wires`; line |',
  '| paused | Stopped by a person. | `on hold`; in names: `held` |',
  '| pipeline | What an author draws. | `workflow`, `workflows` (not in `lib/server/restate`) |',
  '| Slack | A channel. | in texts: `chat_a` |',
].join('\n');

const refused = readGlossary(GLOSSARY);

function found(files: Record<string, string>): string[] {
  return findWords(new Map(Object.entries(files)), refused).map(
    ({ file, line, word, found: where }) => `${file}:${line}: ${word} in ${where}`,
  );
}

describe('the glossary', () => {
  it('names refused words in code style, for names, texts or both', () => {
    expect(refused.map(({ words, kinds }) => `${words.join(' ')}: ${kinds.join(', ')}`)).toEqual([
      'wire: name, text',
      'wires: name, text',
      'on hold: name, text',
      'held: name',
      'workflow: name, text',
      'workflows: name, text',
      'chat a: text',
    ]);
  });

  it('reads the words of names in every case', () => {
    expect(['#isOnHold', 'HTTPServer', 'MAX_HELD_MS', 'chat_a', 'is on hold'].map(wordsOf)).toEqual([
      ['is', 'on', 'hold'],
      ['http', 'server'],
      ['max', 'held', 'ms'],
      ['chat', 'a'],
      ['is', 'on', 'hold'],
    ]);
  });
});

describe('refused words', () => {
  it('are found in every kind of declaration', () => {
    const source = [
      'const wire = 1;',
      'function drawWires(heldMs: number) {}',
      'interface Held { isOnHold: boolean; wireOf(): void }',
      'type HeldRun = string;',
      'class Wire { #held = 1; get onHold() { return 1; } }',
    ].join('\n');
    expect(found({ 'lib/server/a.ts': source }).map((line) => line.split(': ')[1])).toEqual([
      'wire in wire',
      'wires in drawWires',
      'held in heldMs',
      'held in Held',
      'on hold in isOnHold',
      'wire in wireOf',
      'held in HeldRun',
      'wire in Wire',
      'held in #held',
      'on hold in onHold',
    ]);
  });

  it('are found in names of files', () => {
    expect(found({ 'engine/run/wire-plan.ts': '' })).toEqual([
      'engine/run/wire-plan.ts:1: wire in wire-plan',
    ]);
  });

  it('are found in texts that people read', () => {
    const source = [
      'const label = `Runs on hold: $' + '{count} runs`;',
      'const title = "Wire";',
      'const view = <p title="A new workflow">Sent by chat_a</p>;',
    ].join('\n');
    expect(found({ 'components/a.tsx': source })).toEqual([
      'components/a.tsx:1: on hold in Runs on hold:',
      'components/a.tsx:2: wire in Wire',
      'components/a.tsx:3: workflow in A new workflow',
      'components/a.tsx:3: chat a in Sent by chat_a',
    ]);
  });

  it('are found in pages, outside code', () => {
    const page = 'The run is on hold.\n`workflow` is a word.\n```ts\nconst wire = 1;\n```';
    expect(found({ 'pages/a.md': page })).toEqual(['pages/a.md:1: on hold in The run is on hold.']);
  });

  it('are ignored in uses, keys, other zones and words that only contain them', () => {
    const source = [
      "import { wire } from './wires of old';",
      'use(wire);',
      "const channel = 'chat_a';",
      'const rewired = withheld;',
    ].join('\n');
    expect(found({ 'components/a.tsx': source })).toEqual([]);
    expect(found({ 'lib/server/a.ts': 'const text = "The run is on hold";' })).toEqual([]);
    expect(found({ 'lib/server/restate/a.ts': 'const workflow = 1;' })).toEqual([]);
  });
});

describe('the list of allowed words', () => {
  const violations = findWords(new Map([['engine/a.ts', 'const wire = 1; const held = 2;']]), refused);

  it('allows its entries, and nothing else', () => {
    const { added, gone } = compare(violations, readAllowed('# comment\nengine/a.ts: wire\n'));
    expect(added.map(({ word }) => word)).toEqual(['held']);
    expect(gone).toEqual([]);
  });

  it('has no stale entry', () => {
    const allowed = readAllowed('engine/a.ts: held\nengine/a.ts: wire\nengine/b.ts: wire\n');
    expect(compare(violations, allowed)).toEqual({ added: [], gone: ['engine/b.ts: wire'] });
  });

  it('shrinks, and follows a file that was moved', () => {
    const allowed = readAllowed('engine/old.ts: held\nengine/old.ts: wire\nengine/b.ts: wire\n');
    expect(shrink(violations, allowed)).toEqual(['engine/a.ts: held', 'engine/a.ts: wire']);
  });

  it('does not grow', () => {
    expect(() => shrink(violations, readAllowed('engine/a.ts: held\n'))).toThrow(
      'The list may only shrink. In more files than before: wire (0 files, now 1).',
    );
  });
});
