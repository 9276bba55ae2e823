import { describe, expect, it } from 'vitest';
import { GroupCommit } from './group-commit';

/** Statements that end when the test says so. */
function heldStatements() {
  const batches: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  return {
    batches,
    async endAll() {
      for (let end = ends.shift(); end; end = ends.shift()) {
        end();
        await new Promise(setImmediate);
      }
    },
    write: async (batch: readonly string[]) => {
      batches.push(batch);
      await new Promise<void>((done) => ends.push(done));
      return (entry: string) => entry.toUpperCase();
    },
  };
}

describe('entries that are added', () => {
  it('in one turn share a statement, and those added meanwhile the next one', async () => {
    const { batches, endAll, write } = heldStatements();
    const commits = new GroupCommit({ writers: 1, maxWeight: 100, write });
    const early = [commits.add('a'), commits.add('b')];
    await Promise.resolve();
    const late = [commits.add('c'), commits.add('d')];
    await endAll();
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(await Promise.all([...early, ...late])).toEqual(['A', 'B', 'C', 'D']);
  });

  it('form no larger statement than allowed, and one that is too large is written alone', async () => {
    const { batches, endAll, write } = heldStatements();
    const commits = new GroupCommit({ writers: 1, maxWeight: 4, weightOf: ({ length }) => length, write });
    const added = ['aa', 'bb', 'c', 'dddddd', 'e'].map((entry) => commits.add(entry));
    await Promise.resolve();
    await endAll();
    await Promise.all(added);
    expect(batches).toEqual([['aa', 'bb'], ['c'], ['dddddd'], ['e']]);
  });

  it('are written by no more concurrent statements than allowed', async () => {
    const { batches, endAll, write } = heldStatements();
    const commits = new GroupCommit({ writers: 2, maxWeight: 1, write });
    const added = ['a', 'b', 'c'].map((entry) => commits.add(entry));
    await Promise.resolve();
    expect(batches).toEqual([['a'], ['b']]);
    await endAll();
    await Promise.all(added);
    expect(batches).toEqual([['a'], ['b'], ['c']]);
  });

  it('are settled once no statement is in progress', async () => {
    const { endAll, write } = heldStatements();
    const commits = new GroupCommit({ writers: 1, maxWeight: 1, write });
    const settled: string[] = [];
    for (const entry of ['a', 'b']) void commits.add(entry).then((answer) => settled.push(answer));
    const idle = commits.idle();
    await Promise.resolve();
    await endAll();
    await idle;
    expect(settled).toEqual(['A', 'B']);
  });
});

describe('a failed statement', () => {
  const refused = new Error('"bad" is refused');
  function open(options: { isRepeatable?: () => boolean; keyOf?: (entry: string) => unknown } = {}) {
    const batches: (readonly string[])[] = [];
    const write = async (batch: readonly string[]) => {
      batches.push(batch);
      if (batch.some((entry) => entry.includes('bad'))) throw refused;
      return (entry: string) => entry;
    };
    return { batches, commits: new GroupCommit({ writers: 1, maxWeight: 100, write, ...options }) };
  }

  it('is retried entry by entry, so that only the refused one fails', async () => {
    const { batches, commits } = open();
    const ends = await Promise.allSettled(['a', 'bad', 'c'].map((entry) => commits.add(entry)));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(batches).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
    expect(await commits.add('d')).toBe('d');
  });

  it('fails entries of one key together', async () => {
    const { batches, commits } = open({ keyOf: (entry) => entry[0] });
    const ends = await Promise.allSettled(['1 a', '2 b', '1 bad'].map((entry) => commits.add(entry)));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
    expect(batches).toEqual([['1 a', '2 b', '1 bad'], ['1 a', '1 bad'], ['2 b']]);
  });

  it('is not retried after an error that does not allow it', async () => {
    const { batches, commits } = open({ isRepeatable: () => false });
    const ends = await Promise.allSettled(['a', 'bad'].map((entry) => commits.add(entry)));
    expect(ends).toEqual([
      { status: 'rejected', reason: refused },
      { status: 'rejected', reason: refused },
    ]);
    expect(batches).toHaveLength(1);
  });
});
