let id: string | undefined;

/** The id of this tab: random for each load of the page. */
export function tabId(): string {
  id ??= [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return id;
}
