import { useInfiniteQuery } from '@tanstack/react-query';
import type { ListedPost, Post } from '@upaj/contract/trade/posts';
import { useId } from 'react';
import { useT } from '#i18n/locale.ts';
import { useUser } from '#people/users/session.ts';
import { similarPostsQuery, userPostsQuery } from './api.ts';
import { CompactCard } from './compact-card.tsx';

const shownAtMost = 4;

/** These lists are optional: one that cannot be loaded is left out. */
export function MorePosts({ post }: { post: Post }) {
  const t = useT('post-page');
  const viewer = useUser();
  const { author, location } = post;
  const isOwn = viewer?._id === author._id;
  const seller = useInfiniteQuery({
    ...userPostsQuery(author.username, { availability: 'available', limit: shownAtMost + 1 }),
    enabled: !isOwn,
    retry: false,
  });
  const hasPlace = Boolean(viewer?.address.state && viewer.address.district);
  const near = hasPlace ? undefined : `${location.district}, ${location.state}`;
  const similar = useInfiniteQuery({ ...similarPostsQuery(post.cropType, near), retry: false });
  const listed = (list: typeof seller.data) => (list?.pages ?? []).flatMap(({ data }) => data);
  const ofSeller = listed(seller.data).filter(({ _id }) => _id !== post._id);
  const ofOthers = listed(similar.data).filter((one) => one.author._id !== author._id);
  return (
    <>
      <Section title={t('moreFromSeller')} posts={ofSeller} />
      <Section title={t('similarPosts')} posts={ofOthers} />
    </>
  );
}

function Section({ title, posts }: { title: string; posts: readonly ListedPost[] }) {
  const id = useId();
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-5 flex flex-col gap-3">
      <h2 id={id} className="text-lead font-semibold">
        {title}
      </h2>
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 lg:grid-cols-4">
        {posts.slice(0, shownAtMost).map((post) => (
          <li key={post._id}>
            <CompactCard post={post} eager={false} />
          </li>
        ))}
      </ul>
    </section>
  );
}
