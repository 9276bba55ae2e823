const PARAMETER = /;\s*(filename\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/gi;

/** The file name of a response: from its headers (RFC 6266), otherwise the end of the address. */
export function fileNameOf(headers: Readonly<Record<string, string>>, url: URL): string {
  const named = fromDisposition(headers['content-disposition'] ?? '');
  const last = named ?? decoded(url.pathname.split('/').at(-1) ?? '') ?? '';
  // Some services send a path of their own machine.
  const name = last
    .split(/[/\\]/)
    .at(-1)
    ?.replaceAll(/\p{Cc}/gu, '')
    .trim();
  return name || 'response';
}

function fromDisposition(header: string): string | undefined {
  const given = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of `;${header}`.matchAll(PARAMETER)) {
    given.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? token);
  }
  const extended = /^utf-8'[^']*'(.*)$/i.exec(given.get('filename*') ?? '')?.[1];
  return (extended === undefined ? undefined : decoded(extended)) ?? given.get('filename');
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
