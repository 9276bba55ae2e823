import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Parses a literal address; IPv4-mapped IPv6 (`::ffff:10.0.0.1`) becomes IPv4. */
export function readAddress(literal: string): Address {
  return ipaddr.process(literal);
}

/** The canonical form of a literal address. */
export function canonicalAddress(literal: string): string {
  return readAddress(literal).toString();
}

/** A cache: networks are few and checked for every connection. */
const networks = new Map<string, [Address, number]>();

/** Whether the address is in a network such as `10.0.0.0/8`. */
export function isWithin(address: Address, network: string): boolean {
  const known = networks.get(network) ?? ipaddr.parseCIDR(network);
  networks.set(network, known);
  const [base, bits] = known;
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, bits);
  return base instanceof ipaddr.IPv6 && address.match(base, bits);
}

/** IPv6 networks that embed an IPv4 address, with the offset of its four bytes. */
const CARRIERS: readonly (readonly [network: string, at: number])[] = [
  // IPv4-compatible, RFC 4291
  ['::/96', 12],
  // translated, RFC 2765
  ['::ffff:0:0:0/96', 12],
  // NAT64, RFC 6052 and RFC 8215
  ['64:ff9b::/96', 12],
  ['64:ff9b:1::/48', 12],
  // 6to4, RFC 3056
  ['2002::/16', 2],
  // the server of Teredo, RFC 4380
  ['2001::/32', 4],
];

const TEREDO = '2001::/32';
/** ISATAP, RFC 5214: the interface identifier starts with these bytes; the first has two variants. */
const ISATAP = [0x00, 0x5e, 0xfe];

/** The address and every IPv4 address that it may embed, behind a translator or a tunnel. */
export function readings(address: Address): readonly Address[] {
  if (address instanceof ipaddr.IPv4) return [address];
  const bytes = address.toByteArray();
  const carried = CARRIERS.flatMap(([network, at]) =>
    isWithin(address, network) ? [bytes.slice(at, at + 4)] : [],
  );
  if (isWithin(address, TEREDO)) carried.push(bytes.slice(12).map((byte) => byte ^ 0xff));
  if (ISATAP.every((byte, index) => bytes[9 + index] === byte)) carried.push(bytes.slice(12));
  return [address, ...carried.map((four) => new ipaddr.IPv4(four))];
}

const GLOBAL_IPV6 = '2000::/3';
const NAT64 = '64:ff9b::/96';

/** Whether the address is public: not private, reserved or of this machine. */
export function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  if (isWithin(address, NAT64)) {
    return readings(address).every((one) => one instanceof ipaddr.IPv6 || isPublic(one));
  }
  // The library treats unassigned addresses as unicast.
  return isWithin(address, GLOBAL_IPV6) && address.range() === 'unicast';
}

/** Ranges that no single machine has. */
const NOBODYS = new Set(['multicast', 'broadcast', 'discard']);

/** Whether the address belongs to no single machine, such as multicast. */
export function isNobodys(address: Address): boolean {
  if (address instanceof ipaddr.IPv4 && address.range() === 'unspecified') {
    return address.toString() !== '0.0.0.0';
  }
  return NOBODYS.has(address.range());
}

/** Whether the address is of this machine: loopback, unspecified, or one of its interfaces. */
export function isThisMachine(address: Address): boolean {
  const range = address.range();
  if (range === 'loopback' || range === 'unspecified') return true;
  const text = address.toString();
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some((own) => canonicalAddress(own.address) === text);
}

/** What kind of address it is, after “is”. */
export function kindOf(address: Address): string {
  const range = address.range();
  if (range === 'loopback') return 'a loopback address';
  return range === 'private' || range === 'uniqueLocal' ? 'a private address' : 'not a public address';
}
