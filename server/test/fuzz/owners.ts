/** The columns of each table that name the people who may change a row. */
export const owners: Readonly<Record<string, readonly string[]>> = {
  accounts: ['user_id'],
  blocks: ['blocker_id'],
  comments: ['author_id'],
  contact_reveals: ['viewer_id'],
  deals: ['buyer_id', 'seller_id'],
  conversations: ['low_id', 'high_id'],
  follows: ['follower_id'],
  likes: ['user_id'],
  messages: ['sender_id'],
  notifications: ['user_id'],
  offers: ['buyer_id', 'seller_id'],
  pinned_crops: ['user_id'],
  post_views: ['viewer_id'],
  posts: ['author_id'],
  price_alerts: ['user_id'],
  proved_numbers: ['user_id'],
  push_subscriptions: ['user_id'],
  reports: ['reporter_id'],
  retained_reports: ['reporter_id'],
  reviews: ['reviewer_id'],
  saved_posts: ['user_id'],
  saved_searches: ['user_id'],
  second_factors: ['user_id'],
  sessions: ['user_id'],
  staff: ['user_id'],
  upi_ids: ['user_id'],
  upi_views: ['viewer_id'],
  verification_requests: ['user_id'],
  users: ['id'],
  wanted_posts: ['author_id'],
};

/** Tables that any call may change: queues, caches, and the state of sources. */
export const ofNobody = new Set([
  'active_days',
  'audit',
  'backup_results',
  // A case has the sums of its reports, so any report changes it.
  'cases',
  'deliveries',
  'events',
  'failed_events',
  // What automatic rules find, and what they compare.
  'flags',
  'post_photos',
  'post_texts',
  'registration_addresses',
  'report_origins',
  'removed_posts',
  'job_runs',
  // Anyone's new post can be a match of a saved search.
  'saved_search_matches',
  'source_runs',
  'unclaimed_media',
  'unfinished_backfills',
  'vapid_keys',
  'weather_reports',
]);

/**
 * Columns that are written in batches, some time after the request, and so possibly during a request of another user.
 */
export const writtenLater: Readonly<Record<string, readonly string[]>> = {
  post_counts: ['popularity'],
  users: ['last_seen_at', 'has_name_of_verified'],
  sessions: ['expires_at', 'updated_at'],
};

/** What the operator's commands may change: any column of these tables ('rows'), or only the named columns. */
export const ofAdmin: Readonly<Record<string, readonly string[] | 'rows'>> = {
  comments: 'rows',
  conversations: ['is_closed'],
  doubtful_rates: 'rows',
  notifications: 'rows',
  post_counts: ['comments'],
  posts: ['is_author_suspended', 'is_hidden', 'is_hidden_by_moderation'],
  push_subscriptions: 'rows',
  rate_series: 'rows',
  rates: 'rows',
  rates_version: 'rows',
  reports: ['resolved_at'],
  second_factors: 'rows',
  sessions: 'rows',
  staff: 'rows',
  restricted_media: 'rows',
  users: [
    'is_verified',
    'verified_for',
    'verified_as',
    'verified_at',
    'badge_changes',
    'suspended_at',
    'suspension_reason',
  ],
};
