import { expect, test } from 'vitest';
import { isPublicAddress, publicLookup } from './public-addresses.ts';

test.each(['142.250.1.95', '8.8.8.8', '2607:f8b0:4005:80a::200a', '2a00:1450:4009::5f'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.2.7',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

const resolvingTo =
  (...addresses: string[]): NonNullable<Parameters<typeof publicLookup>[0]> =>
  (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

function lookUp(resolve: ReturnType<typeof resolvingTo> | undefined, all: boolean, name = 'push.example') {
  return new Promise((settle) => {
    publicLookup(resolve)(name, { all }, (error, address, family) =>
      settle(error?.message ?? [address, family]),
    );
  });
}

test('refuses a name when any of its addresses is not public', async () => {
  expect(await lookUp(resolvingTo('8.8.8.8', '8.8.4.4'), false)).toEqual(['8.8.8.8', 4]);
  expect(await lookUp(resolvingTo('8.8.8.8'), true)).toEqual([
    [{ address: '8.8.8.8', family: 4 }],
    undefined,
  ]);
  const refused = 'The name leads to a private network';
  expect(await lookUp(resolvingTo('8.8.8.8', '10.0.0.1'), true)).toBe(refused);
  expect(await lookUp(resolvingTo('::1'), false)).toBe(refused);
  expect(await lookUp(resolvingTo(), false)).toBe('The name has no address');
  expect(await lookUp(undefined, true, 'localhost')).toBe(refused);
});
