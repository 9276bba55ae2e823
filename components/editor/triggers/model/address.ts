/** What stands for the part of an address that nobody is to guess. */
const DOTS = '••••••••••••';

/** A webhook's whole address on the server that this page came from. */
export function addressOf(path: string, origin: string): string {
  return new URL(path, origin).href;
}

/** The address with its secret part hidden: who holds that part may start runs. */
export function maskedAddress(address: string): string {
  return `${address.slice(0, address.lastIndexOf('/') + 1)}${DOTS}`;
}
