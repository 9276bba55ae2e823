import dns, { type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { ActionError } from '@/engine/errors';

/** Decides which addresses may be connected to. */
export interface Guard {
  /** Checks what can be known before a connection: scheme and literal addresses. @throws ActionError `rejected` */
  check(url: URL): void;
  /** Looks a name up and checks every answer, so that what was checked is what is connected to. */
  lookupFor(url: URL): LookupFunction;
}

/** A guard that refuses cloud metadata services, and our own server on the given ports. */
export function createGuard(ownPorts: readonly number[]): Guard {
  const own = new Set(ownPorts);
  const checkAddress = (address: string, url: URL) => {
    const reason = refusalOf(address, own.has(portOf(url)));
    if (reason !== undefined) throw new ActionError('rejected', `${url.host} ${reason}`);
  };
  return {
    check(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        throw new ActionError('rejected', `${url.protocol} addresses cannot be called; use http: or https:.`);
      }
      const literal = bareHost(url);
      if (isIP(literal) !== 0) checkAddress(literal, url);
    },
    lookupFor: (url) => checkedLookup((address) => checkAddress(address, url)),
  };
}

/** Name look-up that refuses a name when any of its addresses is refused. */
function checkedLookup(check: (address: string) => void): LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, answers) => {
      const failure = error ?? refusalAmong(answers, check);
      const [first] = answers ?? [];
      if (failure !== undefined || first === undefined) return callback(failure ?? null, []);
      if (options.all) return callback(null, answers);
      callback(null, first.address, first.family);
    });
  };
}

function refusalAmong(
  answers: readonly LookupAddress[],
  check: (address: string) => void,
): Error | undefined {
  try {
    for (const { address } of answers) check(address);
    return undefined;
  } catch (refusal) {
    return refusal instanceof Error ? refusal : new Error(String(refusal));
  }
}

/** The host without the brackets that a URL puts around IPv6. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** Addresses under which cloud machines hand out credentials. */
const METADATA = blockList([
  ['169.254.169.254', 32],
  ['fd00:ec2::254', 128],
]);

/** Loopback and unspecified addresses: both reach this machine. */
const LOOPBACK = blockList([
  ['127.0.0.0', 8],
  ['0.0.0.0', 8],
  ['::1', 128],
  ['::', 128],
]);

function refusalOf(address: string, isOwnPort: boolean): string | undefined {
  if (includes(METADATA, address)) {
    return 'is a cloud metadata service, which pipelines may not call.';
  }
  if (isOwnPort && (includes(LOOPBACK, address) || isOwnInterface(address))) {
    return 'is Pipewright itself, which pipelines may not call. Use the address of another service.';
  }
  return undefined;
}

function isOwnInterface(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return includes(blockList(own.map((one) => [one.address, one.family === 'IPv6' ? 128 : 32])), address);
}

function blockList(subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of subnets) list.addSubnet(address, bits, familyOf(address));
  return list;
}

/** IPv4 addresses written as IPv6 (`::ffff:127.0.0.1`) count as what they are. */
function includes(list: BlockList, address: string): boolean {
  return list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
