import { cookies } from 'next/headers';
import { CANVAS_SIZE_COOKIE, type CanvasSize, parseCanvasSize } from '@/components/editor/canvas/canvas-size';

/** The size of the canvas as the browser stored it with the last page of this kind. */
export async function storedCanvasSize(): Promise<CanvasSize | undefined> {
  return parseCanvasSize((await cookies()).get(CANVAS_SIZE_COOKIE)?.value);
}
