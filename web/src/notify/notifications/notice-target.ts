import type { FollowNotice, Notice } from '@upaj/contract/notify/notifications';

/** Where a press on a notice leads. */
export function targetOf(notice: Notice) {
  switch (notice.kind) {
    case 'price-alert':
      return { to: '/Market/rates/$rateId', params: { rateId: notice.data.rateId } } as const;
    case 'comment':
      return { to: '/post/$postId', params: { postId: notice.data.postId }, hash: 'comments' } as const;
    case 'like':
      return { to: '/post/$postId', params: { postId: notice.data.postId } } as const;
    case 'follow':
      return followersOf(notice.data);
    case 'review':
      return { to: '/Profile', search: { tab: 'reviews' } } as const;
  }
}

function followersOf({ count, username, owner }: FollowNotice) {
  return count === 1 && username
    ? ({ to: '/user/$username', params: { username } } as const)
    : ({ to: '/user/$username/followers', params: { username: owner } } as const);
}
