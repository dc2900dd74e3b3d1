// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import type { Post } from '@upaj/contract/trade/posts';
import { afterEach, expect, it } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { useSharedPost } from './shared-post.ts';

const post = { _id: 'p1', title: 'Wheat', location: { district: 'Ludhiana', state: 'Punjab' } } as Post;

afterEach(async () => {
  cleanup();
  await setLocale('en');
});

it.each([
  ['en', true, '/s/p1'],
  ['hi', true, '/s/p1?lang=hi'],
  ['hi', false, '/post/p1'],
] as const)('in %s, with a public page: %s, links to %s', async (locale, hasPublicPage, path) => {
  await setLocale(locale);
  const { result } = renderHook(() => useSharedPost({ ...post, hasPublicPage }));
  expect(result.current.path).toBe(path);
});
