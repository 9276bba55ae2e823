import { expect, it } from 'vitest';
import { parseCanvasSize } from './canvas-size';

it('reads a size that the browser stored', () => {
  expect(parseCanvasSize('912x640')).toEqual({ width: 912, height: 640 });
});

it.each([undefined, '', '912', '-3x5', '1e3x5', '99999x600', '912x640x2', '<b>x5'])(
  'ignores any other text: %s',
  (text) => expect(parseCanvasSize(text)).toBeUndefined(),
);
