import { changedColumns } from './changes.ts';
import { ofAdmin, ofNobody, owners, writtenLater } from './owners.ts';
import type { Row } from './table-rows.ts';
import type { Change, World } from './world.ts';

interface Batch {
  callerId: string | undefined;
  isAdmin: boolean;
  /** Calls that succeeded in this batch or in the one before: the background work of a call may end late. */
  calls: ReadonlySet<string>;
  changes: readonly Change[];
  world: World;
}

interface Exception {
  calls: readonly string[];
  table: string;
  columns?: readonly string[];
  kind?: 'insert' | 'delete';
  when?: (row: Row, batch: Batch) => boolean;
}

export const socketCall = 'socket';

const like = ['POST /api/v1/like/like/:postId', 'DELETE /api/v1/like/unlike/:postId'];
const follow = ['POST /api/v1/follow/follow/:username', 'DELETE /api/v1/follow/unfollow/:username'];
const addComment = 'POST /api/v1/post/:postId/comments';
const removeComment = 'DELETE /api/v1/post/:postId/comments/:commentId';
const review = ['POST /api/v1/reviews/:username', 'DELETE /api/v1/reviews/:username'];
const block = 'POST /api/v1/blocks/:username';
const addWanted = 'POST /api/v1/wanted';
const makeOffer = 'POST /api/v1/offers';
const acceptOffer = 'POST /api/v1/offers/:offerId/accept';
const offers = [
  makeOffer,
  acceptOffer,
  'POST /api/v1/offers/:offerId/counter',
  'POST /api/v1/offers/:offerId/decline',
  'POST /api/v1/offers/:offerId/withdraw',
];
const leave = 'DELETE /api/v1/users/account';
const cancelDeal = 'POST /api/v1/deals/:dealId/cancel';
const deals = [
  cancelDeal,
  ...['confirm', 'problem', 'settle'].map((one) => `POST /api/v1/deals/:dealId/${one}`),
];
const createPost = 'POST /api/v1/post/create-post';
const editPost = 'PATCH /api/v1/post/:postId';
const removePost = 'DELETE /api/v1/post/:postId';
const openAccount = ['POST /api/v1/users/register', 'POST /api/v1/users/login-code/confirm'];
const logIn = ['POST /api/v1/users/login', ...openAccount];
const sendLink = [
  'POST /api/v1/users/forgot-password',
  'POST /api/v1/users/register',
  'POST /api/v1/users/send-verification',
];
const resetPassword = 'POST /api/v1/users/reset-password';
const setRole = 'PUT /api/v1/moderation/staff';
const verifyEmail = 'POST /api/v1/users/verify-email';
const readCases = 'GET /api/v1/moderation/cases';
const decide = [
  'POST /api/v1/moderation/cases/:caseId/decisions',
  'POST /api/v1/moderation/decisions/:decisionId/undo',
];

const isUnderRemovedPost = (row: Row, { changes, callerId }: Batch) =>
  changes.some(
    ({ table, before, after }) =>
      table === 'posts' && !after && before?.['id'] === row['post_id'] && before?.['author_id'] === callerId,
  );
const isUnderOwnPost = (row: Row, batch: Batch) =>
  batch.world.find('posts', row['post_id'])?.['author_id'] === batch.callerId ||
  isUnderRemovedPost(row, batch);
const isOfRemovedComment = (row: Row, { changes }: Batch) =>
  changes.some(
    ({ table, before, after }) => table === 'comments' && !after && before?.['id'] === row['comment_id'],
  );
const isOfOwn =
  (table: 'offers' | 'deals', column: string) =>
  (row: Row, { world, callerId }: Batch) => {
    const found = world.find(table, row[column]);
    return found?.['buyer_id'] === callerId || found?.['seller_id'] === callerId;
  };
const isOfOwnDeal = isOfOwn('deals', 'deal_id');
const names =
  (column: string) =>
  (row: Row, { callerId }: Batch) =>
    row[column] === callerId;

const countsOfPosts = ['post_counts', 'post_view_days', 'post_views'];
const underPosts = ['comments', 'likes', 'reports', 'saved_posts', ...countsOfPosts];

const exceptions: readonly Exception[] = [
  { calls: offers, table: 'offer_changes', kind: 'insert', when: isOfOwn('offers', 'offer_id') },
  // The end of an account ends its offers, of which the other side is notified.
  { calls: [...offers, ...deals, leave], table: 'notifications', kind: 'insert' },
  {
    calls: [acceptOffer, cancelDeal, leave],
    table: 'posts',
    columns: ['quantity', 'amounts', 'is_available', 'updated_at'],
  },
  { calls: [removePost, leave], table: 'offers', columns: ['post_id'] },
  { calls: [removePost, leave], table: 'deals', columns: ['post_id'] },
  { calls: [acceptOffer, ...deals, leave], table: 'deal_events', kind: 'insert', when: isOfOwnDeal },
  { calls: [leave], table: 'deal_events', columns: ['text'], when: isOfOwnDeal },
  { calls: [cancelDeal, leave], table: 'deals', columns: ['taken'] },
  // An account that is deleted loses the reason that it gave for cancelling a deal, in a report without reporter.
  { calls: [leave], table: 'reports', columns: ['details'], when: isOfOwnDeal },
  {
    calls: [...deals, leave],
    table: 'users',
    columns: ['deals_completed', 'deals_ended', 'deals_disputed', 'payment_days'],
  },
  { calls: [cancelDeal], table: 'reports', kind: 'insert', when: isOfOwnDeal },
  { calls: [leave], table: 'offer_changes', kind: 'insert', when: isOfOwn('offers', 'offer_id') },
  { calls: [leave], table: 'offer_changes', columns: ['note'], when: isOfOwn('offers', 'offer_id') },
  { calls: like, table: 'post_counts', columns: ['likes'] },
  // The response is a refusal when someone is blocked at the same time, but the view was counted before.
  {
    calls: ['GET /api/v1/post/:postId', 'POST /api/v1/blocks/:username'],
    table: 'post_counts',
    columns: ['views'],
  },
  { calls: [addComment, removeComment], table: 'post_counts', columns: ['comments'] },
  { calls: [createPost], table: 'post_counts', kind: 'insert', when: isUnderOwnPost },
  { calls: [removeComment], table: 'comments', kind: 'delete', when: isUnderOwnPost },
  { calls: [removeComment], table: 'comments', columns: ['removed_at'], when: isUnderOwnPost },
  {
    calls: [addComment, addWanted, createPost, ...like, ...follow, ...review],
    table: 'notifications',
    kind: 'insert',
  },
  {
    calls: [addWanted, createPost, ...like, ...follow, ...review],
    table: 'notifications',
    columns: ['data', 'is_read', 'created_at'],
  },
  {
    calls: [removeComment, removePost, addWanted, createPost, leave, block, ...like, ...follow, ...review],
    table: 'notifications',
    kind: 'delete',
  },
  { calls: [setRole], table: 'staff', columns: ['role', 'given_by', 'given_at'] },
  ...(['insert', 'delete'] as const).map((kind): Exception => ({ calls: [setRole], table: 'staff', kind })),
  { calls: [...follow, block], table: 'users', columns: ['followers_count'] },
  { calls: [block], table: 'follows', kind: 'delete', when: names('followed_id') },
  { calls: review, table: 'users', columns: ['total_reviews', 'rating_sum', 'reviews_after_deal', 'rating'] },
  {
    calls: ['POST /api/v1/review/:reviewId/answer'],
    table: 'reviews',
    columns: ['answer', 'answered_at'],
    when: names('person_id'),
  },
  ...underPosts.map((table): Exception => ({
    calls: [removePost, leave],
    table,
    kind: 'delete',
    when: isUnderRemovedPost,
  })),
  { calls: [removePost, leave, removeComment], table: 'reports', kind: 'delete', when: isOfRemovedComment },
  { calls: [removePost, leave], table: 'messages', columns: ['post_id'] },
  {
    calls: [leave],
    table: 'users',
    columns: ['followers_count', 'total_reviews', 'rating_sum', 'reviews_after_deal', 'rating'],
  },
  { calls: [leave], table: 'post_counts', columns: ['likes', 'comments'] },
  { calls: [leave], table: 'follows', kind: 'delete', when: names('followed_id') },
  { calls: [leave], table: 'blocks', kind: 'delete', when: names('blocked_id') },
  { calls: [leave], table: 'reviews', kind: 'delete', when: names('person_id') },
  { calls: [leave], table: 'reports', kind: 'delete', when: names('user_id') },
  { calls: [leave], table: 'contact_reveals', kind: 'delete', when: names('person_id') },
  // Whoever makes these calls acts for the account whose password or link they have.
  { calls: logIn, table: 'sessions', kind: 'insert' },
  { calls: logIn, table: 'sessions', kind: 'delete', when: hasExpired },
  { calls: logIn, table: 'accounts', columns: ['password', 'updated_at'] },
  { calls: [resetPassword], table: 'accounts', columns: ['password', 'updated_at'] },
  { calls: [resetPassword], table: 'sessions', kind: 'delete' },
  { calls: [resetPassword], table: 'push_subscriptions', kind: 'delete' },
  // The first proof of an address removes what was entered before.
  ...['accounts', 'second_factors', 'upi_ids'].map((table): Exception => ({
    calls: [resetPassword],
    table,
    kind: 'delete',
  })),
  {
    calls: [resetPassword],
    table: 'users',
    columns: ['contact', 'whatsapp', 'is_verified', 'badge_changes', 'has_name_of_verified'],
  },
  { calls: [resetPassword], table: 'notifications', kind: 'insert' },
  // A deleted account or post leaves what moderators need, and a new account with the same proved address continues it.
  { calls: [leave], table: 'former_accounts', kind: 'insert' },
  { calls: [leave], table: 'case_evidence', kind: 'delete' },
  ...['case_evidence', 'retained_reports'].map((table): Exception => ({
    calls: [leave, removePost],
    table,
    kind: 'insert',
  })),
  { calls: [leave, removePost], table: 'case_evidence', columns: ['until'] },
  { calls: [resetPassword, verifyEmail], table: 'former_accounts', kind: 'delete' },
  { calls: [resetPassword, verifyEmail], table: 'decisions', columns: ['person_id'] },
  { calls: [resetPassword, verifyEmail], table: 'reports', columns: ['user_id', 'case_id'] },
  {
    calls: [resetPassword, verifyEmail],
    table: 'users',
    columns: ['restricted_until', 'suspended_at', 'suspension_reason'],
  },
  { calls: [resetPassword, verifyEmail], table: 'users', columns: ['email', 'email_verified', 'updated_at'] },
  ...(['insert', 'delete'] as const).map((kind): Exception => ({
    calls: [...sendLink, resetPassword, verifyEmail, leave, 'POST /api/v1/users/social/:provider'],
    table: 'verifications',
    kind,
  })),
  { calls: openAccount, table: 'users', kind: 'insert' },
  { calls: openAccount, table: 'accounts', kind: 'insert' },
  { calls: openAccount, table: 'proved_numbers', kind: 'insert' },
  { calls: ['POST /api/v1/reports'], table: 'posts', columns: ['is_hidden_by_moderation', 'is_hidden'] },
  { calls: [readCases], table: 'reports', columns: ['case_id'] },
  { calls: [leave], table: 'reports', columns: ['case_id'] },
  { calls: [leave], table: 'decisions', kind: 'delete', when: names('person_id') },
  { calls: decide, table: 'decisions', kind: 'insert' },
  // A new post that copies a removed one is hidden at once by an automatic decision.
  { calls: [createPost, editPost], table: 'decisions', kind: 'insert', when: names('person_id') },
  { calls: [createPost, editPost], table: 'reports', columns: ['resolved_at'] },
  { calls: decide, table: 'notifications', kind: 'insert' },
  { calls: decide, table: 'verification_requests', kind: 'delete' },
  ...['sessions', 'push_subscriptions', 'restricted_media'].map((table): Exception => ({
    calls: decide,
    table,
    kind: 'delete',
  })),
  { calls: decide, table: 'restricted_media', kind: 'insert' },
  { calls: decide, table: 'restricted_media', columns: ['viewer_ids'] },
  ...Object.entries({
    decisions: ['undone_at', 'undone_by', 'undone_by_role', 'undo_reason', 'undo_text'],
    reports: ['resolved_at'],
    posts: ['is_hidden_by_moderation', 'is_hidden', 'is_author_suspended', 'images', 'updated_at'],
    comments: ['removed_at'],
    post_counts: ['comments'],
    conversations: ['is_closed'],
    users: [
      'is_verified',
      'verified_for',
      'verified_as',
      'verified_at',
      'badge_changes',
      'suspended_at',
      'suspension_reason',
      'restricted_until',
      'avatar',
      'cover_image',
    ],
  }).map(([table, columns]): Exception => ({ calls: decide, table, columns })),
  {
    calls: ['POST /api/v1/notifications/push'],
    table: 'push_subscriptions',
    columns: ['user_id', 'session_id', 'p256dh', 'auth'],
  },
];

export function unexplained(batch: Batch): Change[] {
  return batch.changes.filter((change) => !isExplained(change, batch));
}

function isExplained(change: Change, batch: Batch): boolean {
  const { table, before, after } = change;
  if (ofNobody.has(table)) return true;
  const later = writtenLater[table] ?? [];
  const changed = changedColumns(change).filter((column) => !later.includes(column));
  // The retention job and Better Auth delete expired links, so such a deletion can happen during any call.
  if (table === 'verifications' && before && !after && hasExpired(before)) return true;
  const byAdmin = (batch.isAdmin && ofAdmin[table]) || [];
  if (byAdmin === 'rows') return true;
  const sides = [before, after].filter((row) => row !== undefined);
  const { callerId } = batch;
  if (callerId && sides.every((row) => owners[table]?.some((column) => row[column] === callerId)))
    return true;
  const isOpenCode = ({ user_id: id }: Row) => id === null || id === callerId;
  if (table === 'number_codes' && sides.every(isOpenCode)) return true;
  const isOwnLink = (row: Row) => callerId !== undefined && String(row['identifier']).includes(callerId);
  if (table === 'verifications' && sides.every(isOwnLink)) return true;
  const isViewer = (row: Row) => (row['viewer_ids'] as string[]).includes(callerId ?? '');
  if (table === 'restricted_media' && sides.every(isViewer)) return true;
  const applying = exceptions.filter(
    ({ calls, table: of, when }) =>
      of === table &&
      calls.some((call) => batch.calls.has(call)) &&
      (!when || sides.every((row) => when(row, batch))),
  );
  if (before && after) {
    const allowed = [...byAdmin, ...applying.flatMap(({ columns = [] }) => columns)];
    return changed.every((column) => allowed.includes(column));
  }
  return applying.some(({ kind }) => kind === (after ? 'insert' : 'delete'));
}

function hasExpired({ expires_at: at }: Row): boolean {
  return new Date(String(at)) < new Date();
}
