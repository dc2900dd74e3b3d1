import { expect, test } from 'vitest';
import { StartError } from '#src/platform/start-error.ts';
import { splitHosts } from './hosts.ts';

test.each([
  ['postgres://upaj:p%40x@one/market?sslmode=require', ['postgres://upaj:p%40x@one/market?sslmode=require']],
  [
    'postgresql://upaj:a@b@one,[::1]:5433/market?target_session_attrs=read-write&sslmode=require',
    [
      'postgresql://upaj:a@b@one/market?sslmode=require',
      'postgresql://upaj:a@b@[::1]:5433/market?sslmode=require',
    ],
  ],
  ['postgres://one:1,two:2', ['postgres://one:1', 'postgres://two:2']],
  ['postgres:///market?host=/run/postgresql', ['postgres:///market?host=/run/postgresql']],
])('%s names its servers', (url, urls) => {
  expect(splitHosts(url)).toEqual(urls);
});

test('a URL that asks for a standby is refused', () => {
  expect(() => splitHosts('postgres://one,two/market?target_session_attrs=standby')).toThrow(StartError);
});
