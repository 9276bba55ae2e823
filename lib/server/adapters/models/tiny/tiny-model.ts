import { encodeGguf, type GgufTensor } from './gguf';

/** Name of the file of the tiny model. */
export const TINY_MODEL_FILE = 'tiny.gguf';

const LAYERS = 2;
const WIDTH = 64;
const FEED_FORWARD = 104;
const HEADS = 4;
const CONTEXT = 2048;
/** Spread of the logits: high enough that tokens without weights, whose logit is 0, are rare. */
const OUTPUT_SCALE = 0.6;

/** Codes of token types in GGUF. */
const TOKEN = { normal: 1, unknown: 2, control: 3, byte: 6 } as const;

const CHAT_TEMPLATE =
  "{% for message in messages %}{{ '<|' + message['role'] + '|>' + message['content'] + '</s>' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}";

interface Token {
  readonly text: string;
  readonly type: number;
  /**
   * Whether the model generates the token: only readable text, and no end of text, so that an answer reaches its limit.
   */
  readonly isOutput: boolean;
}

const control = (text: string): Token => ({ text, type: TOKEN.control, isOutput: false });

const TOKENS: readonly Token[] = [
  { text: '<unk>', type: TOKEN.unknown, isOutput: false },
  control('<s>'),
  control('</s>'),
  ...Array.from({ length: 256 }, (_, byte) => ({
    text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
    type: TOKEN.byte,
    isOutput: byte >= 0x21 && byte <= 0x7e,
  })),
  control('<|system|>'),
  control('<|user|>'),
  control('<|assistant|>'),
  // "▁" is the space of this kind of tokenizer.
  ...[...'▁etaoinshrd'].map((text) => ({ text, type: TOKEN.normal, isOutput: true })),
];

/**
 * A model for tests, examples and machines without internet: the llama architecture with random weights, about 440 kB.
 * It generates readable random text. The same seed gives the same bytes on every machine.
 * @default seed 1
 */
export function tinyModel(seed = 1): Buffer {
  const random = createRandom(seed);
  const matrix = (name: string, columns: number, rows: number, scale: number): GgufTensor => ({
    name: `${name}.weight`,
    shape: [columns, rows],
    values: Float32Array.from({ length: columns * rows }, () => random() * scale),
  });
  const norm = (name: string): GgufTensor => ({
    name: `${name}.weight`,
    shape: [WIDTH],
    values: new Float32Array(WIDTH).fill(1),
  });
  const layers = Array.from({ length: LAYERS }, (_, layer) => {
    const square = (name: string) => matrix(`blk.${layer}.${name}`, WIDTH, WIDTH, 0.2);
    return [
      norm(`blk.${layer}.attn_norm`),
      ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map(square),
      norm(`blk.${layer}.ffn_norm`),
      matrix(`blk.${layer}.ffn_gate`, WIDTH, FEED_FORWARD, 0.2),
      matrix(`blk.${layer}.ffn_up`, WIDTH, FEED_FORWARD, 0.2),
      matrix(`blk.${layer}.ffn_down`, FEED_FORWARD, WIDTH, 0.2),
    ];
  });
  return encodeGguf({
    metadata: metadata(),
    tensors: [
      matrix('token_embd', WIDTH, TOKENS.length, 1),
      ...layers.flat(),
      norm('output_norm'),
      readable(matrix('output', WIDTH, TOKENS.length, OUTPUT_SCALE)),
    ],
  });
}

function metadata() {
  const number = (value: number) => ({ type: 'uint32', value }) as const;
  const text = (value: string) => ({ type: 'string', value }) as const;
  return {
    'general.architecture': text('llama'),
    'general.name': text('Pipewright tiny'),
    'general.license': text('mit'),
    'llama.vocab_size': number(TOKENS.length),
    'llama.context_length': number(CONTEXT),
    'llama.embedding_length': number(WIDTH),
    'llama.block_count': number(LAYERS),
    'llama.feed_forward_length': number(FEED_FORWARD),
    'llama.rope.dimension_count': number(WIDTH / HEADS),
    'llama.attention.head_count': number(HEADS),
    'llama.attention.head_count_kv': number(HEADS),
    'llama.attention.layer_norm_rms_epsilon': { type: 'float32', value: 1e-5 },
    'tokenizer.ggml.model': text('llama'),
    'tokenizer.ggml.tokens': { type: 'strings', value: TOKENS.map((token) => token.text) },
    'tokenizer.ggml.scores': { type: 'float32s', value: TOKENS.map(() => 0) },
    'tokenizer.ggml.token_type': { type: 'int32s', value: TOKENS.map(({ type }) => type) },
    'tokenizer.ggml.unknown_token_id': number(0),
    'tokenizer.ggml.bos_token_id': number(1),
    'tokenizer.ggml.eos_token_id': number(2),
    'tokenizer.chat_template': text(CHAT_TEMPLATE),
  } as const;
}

/** Sets the weights of unreadable tokens to 0, so that their logit is 0 and those of others are higher. */
function readable({ name, shape, values }: GgufTensor): GgufTensor {
  const kept = values.map((value, at) => (TOKENS[Math.floor(at / WIDTH)]?.isOutput ? value : 0));
  return { name, shape, values: kept };
}

/**
 * Random numbers around 0 with a standard deviation of about 1. Computed with sums and products only, because
 * logarithms and cosines differ between machines in the last digit.
 */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  // Mulberry32.
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  // The variance of three uniform numbers is 1/4.
  return () => 2 * (uniform() + uniform() + uniform() - 1.5);
}
