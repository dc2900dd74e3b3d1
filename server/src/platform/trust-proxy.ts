import { compile as compileTrust } from '@fastify/proxy-addr';
import { StartError } from './start-error.ts';

export type TrustProxy = (address: string, hop: number) => boolean;

export function readTrustProxy(text: string): TrustProxy {
  if (/^\d{1,2}$/.test(text)) return (_, hop) => hop < Number(text);
  try {
    return compileTrust(text.trim().split(/[\s,]+/));
  } catch {
    throw new StartError(
      'TRUST_PROXY must be loopback, addresses or networks such as 10.0.0.0/8, or a number of hops',
    );
  }
}
