import type { Notice } from '@upaj/contract/notifications';

/** Where a press on a notice leads. */
export function targetOf(notice: Notice) {
  return notice.kind === 'comment'
    ? ({ to: '/post/$postId', params: { postId: notice.data.postId }, hash: 'comments' } as const)
    : ({ to: '/Market/rates/$rateId', params: { rateId: notice.data.rateId } } as const);
}
