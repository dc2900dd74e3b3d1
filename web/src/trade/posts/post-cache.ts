import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page } from '@upaj/contract/envelope';
import type { Author, Post } from '@upaj/contract/trade/posts';
import { blockChanged, followChanged, profileLoaded } from '#people/users/events.ts';

// A post is cached in lists and for its own page: all copies are updated together.

export const postKeys = {
  lists: ['posts'] as const,
  feeds: ['posts', 'feed'] as const,
  all: ['post'] as const,
  one: (postId: string) => ['post', postId] as const,
};

profileLoaded.subscribe(
  (
    client,
    { _id, fullName, avatar, isVerified, verifiedFor, badgeReview, hasNameOfVerified, rating, socialStats },
  ) =>
    patchAuthor(client, _id, {
      fullName,
      avatar,
      isVerified,
      verifiedFor,
      badgeReview,
      hasNameOfVerified,
      rating,
      totalReviews: socialStats.totalReviews,
    }),
);

followChanged.subscribe((client) => {
  void client.invalidateQueries({
    queryKey: postKeys.lists,
    refetchType: 'none',
    predicate: ({ queryKey }) =>
      (queryKey.at(-1) as { following?: string } | undefined)?.following === 'true',
  });
});

blockChanged.subscribe((client) => void client.invalidateQueries({ queryKey: postKeys.lists }));

interface ListPage {
  data: Post[];
  page: Page;
}
type List = InfiniteData<ListPage, unknown>;

export function patchPost(client: QueryClient, postId: string, change: Partial<Post>): void {
  client.setQueryData<Post>(postKeys.one(postId), (post) => post && { ...post, ...change });
  editLists(client, (posts) => posts.map((post) => (post._id === postId ? { ...post, ...change } : post)));
}

function patchAuthor(client: QueryClient, authorId: string, change: Partial<Author>): void {
  const edit = (post: Post) =>
    post.author._id === authorId ? { ...post, author: { ...post.author, ...change } } : post;
  client.setQueriesData<Post>({ queryKey: postKeys.all }, (post) => post && edit(post));
  editLists(client, (posts) => posts.map(edit));
}

export function dropPost(client: QueryClient, postId: string): void {
  editLists(client, (posts) => posts.filter((post) => post._id !== postId));
  client.removeQueries({ queryKey: postKeys.one(postId) });
}

/** Finds a list's copy of the post, which is shown while the page loads, and when it was fetched. */
export function findPost(client: QueryClient, postId: string): { data: Post; at: number } | undefined {
  for (const { state } of client.getQueryCache().findAll({ queryKey: postKeys.lists })) {
    for (const { data } of (state.data as List | undefined)?.pages ?? []) {
      const post = data.find(({ _id }) => _id === postId);
      if (post) return { data: post, at: state.dataUpdatedAt };
    }
  }
  return undefined;
}

function editLists(client: QueryClient, edit: (posts: Post[]) => Post[]): void {
  client.setQueriesData<List>(
    { queryKey: postKeys.lists },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: edit(page.data) })) },
  );
}
