import type { HttpResponse } from '@/engine/ports';

/** Texts of the XML elements with a name. A pattern suffices: the responses are flat, and stores escape text. */
export function elements(xml: string, name: string): string[] {
  return sections(xml, name).map(unescaped);
}

/** The unparsed content of XML elements with a name, which is other elements. */
export function sections(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'));
  return [...found].map(([, content = '']) => content);
}

const ESCAPES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const ESCAPED = /&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g;

function unescaped(text: string): string {
  return text.replaceAll(ESCAPED, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return ESCAPES[name] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** The store's error code, such as `NoSuchKey`; a response to HEAD has none. */
export function codeOf({ status, body }: HttpResponse): string | undefined {
  if (status < 400) return undefined;
  return /<Code>(\w{1,60})<\/Code>/.exec(Buffer.from(body).toString('utf8'))?.[1];
}
