/** Codes of metadata types in GGUF, version 3. The format is described in the repository ggml-org/ggml. */
const TYPE = { uint32: 4, int32: 5, float32: 6, string: 8, array: 9 } as const;
const VERSION = 3;
const TENSOR_FLOAT32 = 0;
/** Default alignment of tensors in bytes. */
const ALIGNMENT = 32;

/** One value of the metadata. */
export type GgufValue =
  | { readonly type: 'uint32' | 'float32'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'strings'; readonly value: readonly string[] }
  | { readonly type: 'float32s' | 'int32s'; readonly value: readonly number[] };

/** Weights of one matrix or vector. */
export interface GgufTensor {
  readonly name: string;
  /** The fastest dimension first. */
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** A file of a model in the format of llama.cpp. */
export interface GgufFile {
  readonly metadata: Readonly<Record<string, GgufValue>>;
  readonly tensors: readonly GgufTensor[];
}

/** Writes a GGUF file. */
export function encodeGguf({ metadata, tensors }: GgufFile): Buffer {
  const entries = Object.entries(metadata);
  const head = [
    Buffer.from('GGUF'),
    uint32(VERSION),
    uint64(tensors.length),
    uint64(entries.length),
    ...entries.flatMap(([key, value]) => [string(key), metadataValue(value)]),
    ...tensorHeads(tensors),
  ];
  const body = tensors.flatMap(({ values }) => {
    const bytes = float32s(values);
    return [bytes, padding(bytes.length)];
  });
  const headLength = head.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([...head, padding(headLength), ...body]);
}

function tensorHeads(tensors: readonly GgufTensor[]): Buffer[] {
  let offset = 0;
  return tensors.flatMap(({ name, shape, values }) => {
    const at = offset;
    offset += aligned(values.byteLength);
    return [string(name), uint32(shape.length), ...shape.map(uint64), uint32(TENSOR_FLOAT32), uint64(at)];
  });
}

function metadataValue(entry: GgufValue): Buffer {
  switch (entry.type) {
    case 'uint32':
      return Buffer.concat([uint32(TYPE.uint32), uint32(entry.value)]);
    case 'float32':
      return Buffer.concat([uint32(TYPE.float32), float32s([entry.value])]);
    case 'string':
      return Buffer.concat([uint32(TYPE.string), string(entry.value)]);
    case 'strings':
      return array(TYPE.string, entry.value.map(string));
    case 'float32s':
      return array(
        TYPE.float32,
        entry.value.map((value) => float32s([value])),
      );
    case 'int32s':
      return array(TYPE.int32, entry.value.map(uint32));
  }
}

function array(type: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([uint32(TYPE.array), uint32(type), uint64(items.length), ...items]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function string(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function float32s(values: Iterable<number> & { readonly length: number }): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  let at = 0;
  for (const value of values) at = bytes.writeFloatLE(value, at);
  return bytes;
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

function padding(length: number): Buffer {
  return Buffer.alloc(aligned(length) - length);
}
