import { isIP } from 'node:net';

const insideNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** Checks the name only. The sender checks the address that it resolves to. */
export function isPublicEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  const name = hostname.replace(/\.$/, '');
  const isLiteral = isIP(name) !== 0 || name.startsWith('[');
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    !isLiteral &&
    name.includes('.') &&
    !insideNames.test(name)
  );
}
