import { lookup as resolveName, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

const assigned = ipaddr.parseCIDR('2000::/3');

export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(assigned));
}

type Resolve = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

export function publicLookup(resolve: Resolve = resolveName): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error ?? !first) {
        done(error ?? new Error('The name has no address'), '');
      } else if (!found.every(({ address }) => isPublicAddress(address))) {
        done(Object.assign(new Error('The name leads to a private network'), { code: 'EPRIVATE' }), '');
      } else if (options.all) {
        done(null, found);
      } else {
        done(null, first.address, first.family);
      }
    });
  };
}
