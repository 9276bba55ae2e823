import type { ModelFormat } from './runtime';

const ENDINGS: readonly (readonly [ModelFormat, RegExp])[] = [
  ['gguf', /\.gguf$/i],
  ['safetensors', /\.safetensors$/i],
  ['onnx', /\.onnx$/i],
  ['pytorch', /\.(bin|pt|pth)$/i],
];

/** The format of a model by the names of its files; undefined without weights. */
export function formatOf(paths: readonly string[]): ModelFormat | undefined {
  return ENDINGS.find(([, ending]) => paths.some((path) => ending.test(path)))?.[0];
}

/** The weights among the files of a model, in the order of their parts. */
export function weightsIn(format: ModelFormat, paths: readonly string[]): readonly string[] {
  const ending = ENDINGS.find(([name]) => name === format)?.[1];
  return paths.filter((path) => ending?.test(path)).sort();
}
