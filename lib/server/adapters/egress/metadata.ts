import { type Address, isWithin } from './address';

/** Addresses that serve credentials to cloud machines. Always refused, regardless of rules. */
const METADATA = [
  // AWS, Azure, Google and most others
  '169.254.169.254/32',
  'fd00:ec2::254/128',
  // AWS, pods and containers
  '169.254.170.2/32',
  'fd00:ec2::23/128',
  // Google, over IPv6
  'fd20:ce::254/128',
  // Alibaba
  '100.100.100.200/32',
  // Oracle
  '192.0.0.192/32',
  // Azure, which serves certificates to its machines here
  '168.63.129.16/32',
];

const LINK_LOCAL = ['169.254.0.0/16', 'fe80::/10'];

/** Why an address is always refused, as text after the host; undefined when it is not. */
export function neverCalled(address: Address): string | undefined {
  if (METADATA.some((network) => isWithin(address, network))) {
    return 'is a cloud metadata service, which pipelines are not allowed to call.';
  }
  if (LINK_LOCAL.some((network) => isWithin(address, network))) {
    return 'is a link-local address, which pipelines are not allowed to call.';
  }
  return undefined;
}
