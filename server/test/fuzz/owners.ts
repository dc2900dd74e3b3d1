/** These columns name the people who may change a row. */
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
  push_subscriptions: ['user_id'],
  reports: ['reporter_id'],
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

/** These tables are queues, caches, and the state of sources. */
export const ofNobody = new Set([
  'active_days',
  'audit',
  'backup_results',
  // Cases add up reports.
  'cases',
  'deliveries',
  'events',
  'failed_events',
  // Automatic rules compare and find these.
  'flags',
  'post_photos',
  'post_texts',
  'registration_addresses',
  'removed_posts',
  'job_runs',
  // A saved search will notify of these new posts.
  'saved_search_matches',
  'source_runs',
  'unclaimed_media',
  'unfinished_backfills',
  'vapid_keys',
  'weather_reports',
]);

/** These columns are written in batches, some time after the request of any user. */
export const writtenLater: Readonly<Record<string, readonly string[]>> = {
  post_counts: ['popularity'],
  users: ['last_seen_at'],
  sessions: ['expires_at', 'updated_at'],
};

/** The operator's commands change any column of these rows, or these columns. */
export const ofAdmin: Readonly<Record<string, readonly string[] | 'rows'>> = {
  comments: 'rows',
  conversations: ['is_closed'],
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
  users: ['is_verified', 'verified_for', 'suspended_at', 'suspension_reason'],
};
