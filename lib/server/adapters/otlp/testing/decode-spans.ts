/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly status: number;
  readonly statusMessage: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly links: readonly string[];
  /** Attributes of the service. */
  readonly resource: Readonly<Record<string, string | number>>;
}

/** Fields of a message by number: numbers, or the bytes of texts and messages. */
type Fields = ReadonlyMap<number, readonly (number | Buffer)[]>;

/** Decodes an ExportTraceServiceRequest. Field numbers: opentelemetry-proto, trace.proto and common.proto. */
export function decodeSpans(body: Buffer): ReceivedSpan[] {
  return messages(fieldsOf(body), 1).flatMap((resourceSpans) => {
    const [resource = new Map()] = messages(resourceSpans, 1);
    return messages(resourceSpans, 2)
      .flatMap((scope) => messages(scope, 2))
      .map((span) => spanOf(span, attributesOf(resource, 1)));
  });
}

function spanOf(span: Fields, resource: ReceivedSpan['resource']): ReceivedSpan {
  const [status = new Map()] = messages(span, 15);
  return {
    traceId: bytes(span, 1).toString('hex'),
    spanId: bytes(span, 2).toString('hex'),
    parentSpanId: bytes(span, 4).toString('hex'),
    name: bytes(span, 5).toString(),
    status: number(status, 3),
    statusMessage: bytes(status, 2).toString(),
    attributes: attributesOf(span, 9),
    links: messages(span, 13).map((link) => bytes(link, 2).toString('hex')),
    resource,
  };
}

function attributesOf(message: Fields, field: number): Record<string, string | number> {
  return Object.fromEntries(
    messages(message, field).map((pair) => {
      const [value = new Map()] = messages(pair, 2);
      const text = value.has(1) ? bytes(value, 1).toString() : number(value, 3);
      return [bytes(pair, 1).toString(), text];
    }),
  );
}

function messages(fields: Fields, field: number): Fields[] {
  return (fields.get(field) ?? []).flatMap((value) => (typeof value === 'number' ? [] : [fieldsOf(value)]));
}

function bytes(fields: Fields, field: number): Buffer {
  const value = fields.get(field)?.[0];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
}

function number(fields: Fields, field: number): number {
  const value = fields.get(field)?.[0];
  return typeof value === 'number' ? value : 0;
}

/** Bytes of a value by its wire type. */
const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** Fields of a message in the wire format of Protocol Buffers. */
function fieldsOf(message: Buffer): Fields {
  const fields = new Map<number, (number | Buffer)[]>();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message.readUInt8(at);
      at += 1;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = varint();
    const kind = key & 7;
    const value = kind === 0 ? varint() : take(kind === 2 ? varint() : (FIXED_BYTES[kind] ?? 0));
    fields.set(key >>> 3, [...(fields.get(key >>> 3) ?? []), value]);
  }
  return fields;
}
