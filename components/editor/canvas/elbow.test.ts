import { describe, expect, it } from 'vitest';
import { elbow } from './elbow';

const ends = { sourceX: 0, sourceY: 26, targetX: 76, targetY: 26 };

describe('an edge', () => {
  it('is straight between handles at one height', () => {
    expect(elbow(ends).path).toBe('M0 26L76 26');
  });

  it('turns in the middle of the gap between two columns', () => {
    const { path } = elbow({ ...ends, targetY: 126 });
    expect(path).toContain('Q38 26');
    expect(path).toContain('Q38 126');
  });

  it('returns to the left above the card it goes to', () => {
    const { path } = elbow({ sourceX: 900, sourceY: 26, targetX: 0, targetY: 226 });
    expect(path).toContain('Q916 180');
    expect(path).toContain('Q-16 180');
  });

  it('avoids a card between two others', () => {
    const wall = { x: 300, y: 0, width: 264, height: 100 };
    const { path } = elbow({ ...ends, targetX: 900 }, 0, [wall]);
    expect(path).not.toBe('M0 26L900 26');
    expect(path).toContain('Q38 -20');
  });

  it('has its label beside the handle and its button on the longest segment', () => {
    const line = elbow({ ...ends, targetX: 600, targetY: 326 });
    expect(line.labelX).toBe(12);
    expect(line.middleX).toBe(281);
  });
});
