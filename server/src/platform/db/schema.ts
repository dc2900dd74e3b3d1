// Generated from the migrated database by schema.test.ts; update with `npx vitest run --project server schema -u`.
import type { ColumnType } from 'kysely';

/** A column with a default, which is optional on insert. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;
type GeneratedAlways<T> =
  T extends ColumnType<infer S, unknown, unknown> ? ColumnType<S, never, never> : ColumnType<T, never, never>;
type Numeric = ColumnType<number, number | string, number | string>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json = ColumnType<unknown, string, string>;

export interface DB {
  accounts: {
    access_token: string | null;
    access_token_expires_at: Timestamp | null;
    account_id: string;
    created_at: Generated<Timestamp>;
    id: string;
    id_token: string | null;
    password: string | null;
    provider_id: string;
    refresh_token: string | null;
    refresh_token_expires_at: Timestamp | null;
    scope: string | null;
    updated_at: Generated<Timestamp>;
    user_id: string;
  };
  active_days: {
    day: string;
    people: number;
  };
  agreed_prices: {
    buyers: number;
    crop_key: string;
    deals: number;
    district: string;
    per_quintal: Numeric;
    sellers: number;
    state: string;
    week: string;
  };
  audit: {
    action: string;
    actor_id: string | null;
    actor_role: string;
    after: Json | null;
    at: Generated<Timestamp>;
    before: Json | null;
    case_id: string | null;
    id: string;
    person_id: string | null;
    target: Generated<string>;
    why: Generated<string>;
  };
  backup_results: {
    at: Generated<Timestamp>;
    database_bytes: string | null;
    outcome: string;
    photo_bytes: string | null;
    what: string;
  };
  blocks: {
    blocked_id: string;
    blocker_id: string;
    created_at: Generated<Timestamp>;
  };
  case_evidence: {
    full_name: string;
    id: string;
    images: Json;
    text: string;
    title: string;
    until: Timestamp;
    username: string;
  };
  cases: {
    auto_hidden_at: Timestamp | null;
    claimed_by: string | null;
    claimed_until: Timestamp | null;
    comment_id: string | null;
    deal_id: string | null;
    decided_at: Timestamp | null;
    decision_id: string | null;
    flags_count: Generated<number>;
    held_for: string | null;
    id: string;
    kind: string;
    message_id: string | null;
    opened_at: Generated<Timestamp>;
    person_id: string;
    post_id: string | null;
    reports_count: Generated<number>;
    status: Generated<string>;
    text: Generated<string>;
    user_id: string | null;
    weight: Generated<Numeric>;
  };
  comments: {
    author_id: string;
    client_id: string;
    created_at: Generated<Timestamp>;
    id: string;
    post_id: string;
    removed_at: Timestamp | null;
    text: string;
  };
  contact_reveals: {
    person_id: string;
    revealed_at: Generated<Timestamp>;
    viewer_id: string;
  };
  conversations: {
    high_id: string;
    high_read: Generated<number>;
    high_unseen: number;
    high_wrote: boolean;
    id: string;
    is_closed: Generated<boolean>;
    last_at: Timestamp;
    last_number: number;
    low_id: string;
    low_read: Generated<number>;
    low_unseen: number;
    low_wrote: boolean;
  };
  deal_events: {
    by_side: string | null;
    created_at: Generated<Timestamp>;
    deal_id: string;
    kind: string;
    number: number;
    text: Generated<string>;
  };
  deals: {
    advance: Numeric | null;
    asked_price: Numeric | null;
    asked_unit: string | null;
    bags: number | null;
    buyer_cancelled_at: Timestamp | null;
    buyer_delivered_at: Timestamp | null;
    buyer_id: string;
    buyer_origins: Generated<string>;
    buyer_paid_at: Timestamp | null;
    buyer_settled_at: Timestamp | null;
    changed_at: Generated<Timestamp>;
    city: string;
    created_at: Generated<Timestamp>;
    crop_key: string;
    crop_type: string;
    delivery: string;
    district: string;
    ended_at: Timestamp | null;
    id: string;
    image: string | null;
    is_counted: Generated<boolean>;
    is_pickup_reminded: Generated<boolean>;
    note: string;
    number: number;
    offer_id: string;
    overdue: string | null;
    passes_rules: boolean | null;
    pickup_date: string | null;
    pincode: string;
    post_id: string | null;
    price: Numeric;
    price_unit: string;
    quantity: Numeric;
    reminders: Generated<number>;
    seller_cancelled_at: Timestamp | null;
    seller_delivered_at: Timestamp | null;
    seller_id: string;
    seller_origins: Generated<string>;
    seller_paid_at: Timestamp | null;
    seller_settled_at: Timestamp | null;
    state: string;
    status: Generated<string>;
    taken: Numeric | null;
    taken_unit: string | null;
    title: string;
    total: Numeric;
    unit: string;
    upi_changed_at: Timestamp | null;
    upi_id: Generated<string>;
    village: string;
  };
  decisions: {
    action: string;
    before: Generated<Json>;
    case_id: string;
    created_at: Generated<Timestamp>;
    id: string;
    images: Generated<Json>;
    moderator_id: string | null;
    moderator_role: string;
    person_id: string;
    reason: string;
    text: Generated<string>;
    undo_reason: string | null;
    undo_text: Generated<string>;
    undone_at: Timestamp | null;
    undone_by: string | null;
    undone_by_role: string | null;
    until: Timestamp | null;
  };
  deliveries: {
    due_at: Generated<Timestamp>;
    endpoint: string | null;
    id: GeneratedAlways<string>;
    is_sms: Generated<boolean>;
    notification_id: string;
    tries: Generated<number>;
  };
  doubtful_rates: {
    arrival_date: string;
    series_id: number;
  };
  events: {
    created_at: Generated<Timestamp>;
    data: Json;
    due_at: Generated<Timestamp>;
    id: GeneratedAlways<string>;
    kind: string;
    tries: Generated<number>;
  };
  failed_events: {
    created_at: Timestamp;
    data: Json;
    error: string;
    failed_at: Generated<Timestamp>;
    id: string;
    kind: string;
  };
  flags: {
    case_id: string;
    created_at: Generated<Timestamp>;
    data: Json;
    found_in: string;
    id: string;
    rule: string;
    thing_id: string;
    weight: Numeric;
  };
  follows: {
    created_at: Generated<Timestamp>;
    followed_id: string;
    follower_id: string;
  };
  former_accounts: {
    aadhaar_fingerprint: string | null;
    email_fingerprint: string | null;
    is_email_verified: boolean;
    phone_fingerprints: string[];
    proved_number_fingerprint: string | null;
    until: Timestamp;
    user_id: string;
  };
  job_runs: {
    job: string;
    last_failure_at: Timestamp | null;
    last_success_at: Timestamp | null;
  };
  likes: {
    created_at: Generated<Timestamp>;
    post_id: string;
    user_id: string;
  };
  messages: {
    client_id: string;
    conversation_id: string;
    created_at: Timestamp;
    id: string;
    images: Generated<Json>;
    number: number;
    offer_id: string | null;
    offer_version: number | null;
    post_id: string | null;
    receiver_id: string;
    sender_id: string;
    text: string;
    wanted_id: string | null;
  };
  news_items: {
    category: string;
    feed: string;
    guid: string;
    id: string;
    impact: string;
    is_sample: boolean;
    link: string | null;
    published_at: Timestamp;
    source: string;
    summary: string;
    title: string;
  };
  notifications: {
    comment_id: string | null;
    created_at: Generated<Timestamp>;
    data: Json;
    id: string;
    is_read: Generated<boolean>;
    kind: string;
    post_id: string | null;
    read_at: Timestamp | null;
    since: Timestamp | null;
    user_id: string;
  };
  number_codes: {
    expires_at: Timestamp;
    id: string;
    number: string;
    stray_tries: Generated<number>;
    tries: Generated<number>;
    user_id: string | null;
  };
  offer_changes: {
    action: string;
    advance: Numeric | null;
    bags: number | null;
    by_side: string | null;
    created_at: Generated<Timestamp>;
    delivery: string | null;
    note: string | null;
    offer_id: string;
    pickup_date: string | null;
    price: Numeric | null;
    price_unit: string | null;
    quantity: Numeric | null;
    total: Numeric | null;
    unit: string | null;
    valid_until: Timestamp | null;
    version: number;
  };
  offers: {
    buyer_id: string;
    changed_at: Generated<Timestamp>;
    client_id: string;
    created_at: Generated<Timestamp>;
    crop_key: string;
    crop_type: string;
    id: string;
    image: string | null;
    is_reminded: Generated<boolean>;
    post_id: string | null;
    seller_id: string;
    status: Generated<string>;
    title: string;
    turn: string;
    valid_until: Timestamp;
    version: Generated<number>;
  };
  pinned_crops: {
    commodity: string;
    pinned_at: Generated<Timestamp>;
    user_id: string;
  };
  post_counts: {
    comments: Generated<number>;
    likes: Generated<number>;
    popularity: Generated<number>;
    post_id: string;
    views: Generated<number>;
  };
  post_photos: {
    added_at: Generated<Timestamp | null>;
    name: string;
    part_1: number;
    part_2: number;
    part_3: number;
    part_4: number;
    post_id: string;
  };
  post_texts: {
    post_id: string;
    since: Generated<Timestamp | null>;
    text_hash: string;
  };
  post_view_days: {
    day: string;
    post_id: string;
    views: number;
  };
  post_views: {
    day: string;
    post_id: string;
    viewer_id: string;
  };
  post_words: {
    post_id: string;
    rank: number;
    word: string;
  };
  posts: {
    amounts: Json | null;
    author_id: string;
    category: string;
    city: string;
    created_at: Generated<Timestamp>;
    crop_key: string;
    crop_type: string;
    description: string;
    district: string;
    harvest_date: string | null;
    id: string;
    idempotency_key: string | null;
    images: Json;
    is_author_suspended: Generated<boolean>;
    is_available: Generated<boolean>;
    is_featured: Generated<boolean>;
    is_hidden: GeneratedAlways<boolean>;
    is_hidden_by_moderation: Generated<boolean>;
    is_organic: Generated<boolean>;
    min_order_quantity: Generated<string>;
    original_price: Numeric | null;
    packaging: Generated<string>;
    pincode: string;
    price: Numeric;
    price_per_kg: GeneratedAlways<Numeric | null>;
    price_rank: GeneratedAlways<Numeric>;
    price_unit: string;
    quantity: string;
    search_text: string;
    shelf_life: string;
    state: string;
    tags: Generated<string[]>;
    title: string;
    updated_at: Generated<Timestamp>;
    variety: Generated<string>;
    village: string;
  };
  price_alerts: {
    commodity: string;
    created_at: Generated<Timestamp>;
    district: string;
    id: string;
    is_active: Generated<boolean>;
    is_met: boolean;
    last_fired_at: Timestamp | null;
    market: string;
    state: string;
    target_per_quintal: GeneratedAlways<Numeric>;
    target_price: Numeric;
    type: string;
    unit: string;
    user_id: string;
  };
  proved_numbers: {
    number: string;
    proved_at: Generated<Timestamp>;
    user_id: string;
  };
  push_subscriptions: {
    auth: string;
    created_at: Generated<Timestamp>;
    endpoint: string;
    p256dh: string;
    session_id: string;
    user_id: string;
  };
  rate_series: {
    arrival_date: string;
    change: GeneratedAlways<Numeric>;
    commodity: string;
    crop: string | null;
    district: string;
    grade: string;
    id: GeneratedAlways<number>;
    is_doubtful: Generated<boolean>;
    is_sample: boolean;
    market: string;
    max_price: Numeric;
    min_price: Numeric;
    modal_price: Numeric;
    previous_date: string | null;
    previous_modal: Numeric | null;
    state: string;
    unit: Generated<string>;
    variety: string;
  };
  rates: {
    arrival_date: string;
    max_price: Numeric;
    min_price: Numeric;
    modal_price: Numeric;
    series_id: number;
  };
  rates_version: {
    is_only: Generated<boolean>;
    version: Generated<number>;
  };
  registration_addresses: {
    address_hash: string;
    registered_at: Generated<Timestamp>;
    user_id: string;
  };
  removed_posts: {
    added_at: Timestamp | null;
    earlier_author_ids: Generated<string[]>;
    part_1: number;
    part_2: number;
    part_3: number;
    part_4: number;
    photo: string;
    post_id: string;
    removed_at: Generated<Timestamp>;
    text_hash: string;
  };
  report_origins: {
    address_hash: string;
    others: string[];
    report_id: string;
    reported_at: Generated<Timestamp>;
    reporter_id: string;
  };
  reports: {
    case_id: string | null;
    comment_id: string | null;
    created_at: Generated<Timestamp>;
    deal_id: string | null;
    details: Generated<string>;
    id: string;
    kind: string;
    message_id: string | null;
    message_ids: Generated<string[]>;
    post_id: string | null;
    reason: string;
    reporter_id: string | null;
    resolved_at: Timestamp | null;
    user_id: string | null;
    weight: Numeric;
  };
  restricted_media: {
    moderator_ids: Generated<string[]>;
    name: string;
    viewer_ids: string[];
  };
  retained_reports: {
    case_id: string;
    created_at: Timestamp;
    details: string;
    id: string;
    reason: string;
    reporter_id: string | null;
    weight: Numeric;
  };
  reviews: {
    answer: string | null;
    answered_at: Timestamp | null;
    comment: string;
    created_at: Generated<Timestamp>;
    id: string;
    is_after_deal: Generated<boolean>;
    is_counted: Generated<boolean>;
    person_id: string;
    rating: number;
    reviewer_id: string;
    updated_at: Generated<Timestamp>;
  };
  saved_posts: {
    created_at: Generated<Timestamp>;
    post_id: string;
    user_id: string;
  };
  saved_search_matches: {
    matched_at: Generated<Timestamp>;
    post_id: string;
    search_id: string;
  };
  saved_searches: {
    created_at: Generated<Timestamp>;
    crop_key: string;
    filter: Json;
    id: string;
    query: Json;
    state: string;
    user_id: string;
  };
  search_words: {
    word: string;
  };
  second_factors: {
    confirmed_at: Timestamp | null;
    created_at: Generated<Timestamp>;
    encrypted_secret: string;
    last_step: number | null;
    recovery_hashes: string[];
    user_id: string;
  };
  sessions: {
    created_at: Generated<Timestamp>;
    expires_at: Timestamp;
    id: string;
    ip_address: string | null;
    is_remembered: Generated<boolean>;
    second_factor_at: Timestamp | null;
    token: string;
    updated_at: Generated<Timestamp>;
    user_agent: string | null;
    user_id: string;
  };
  source_runs: {
    last_error: string | null;
    last_failure_at: Timestamp | null;
    last_success_at: Timestamp | null;
    source: string;
  };
  staff: {
    given_at: Generated<Timestamp>;
    given_by: string | null;
    role: string;
    user_id: string;
  };
  unclaimed_media: {
    name: string;
    since: Generated<Timestamp>;
  };
  unfinished_backfills: {
    after_id: string | null;
    job: string;
    open_until: Timestamp;
  };
  unfinished_cleanups: {
    next_page: number;
    table_name: string;
  };
  upi_ids: {
    changed_at: Generated<Timestamp>;
    upi_id: string;
    user_id: string;
  };
  upi_views: {
    deal_id: string;
    id: string;
    viewed_at: Generated<Timestamp>;
    viewer_id: string;
  };
  users: {
    aadhaar_fingerprint: string | null;
    aadhaar_last4: string | null;
    avatar: string | null;
    badge_changes: Generated<string[]>;
    bio: Generated<string>;
    business_name: Generated<string>;
    certifications: Generated<string[]>;
    city: Generated<string>;
    contact: string;
    cover_image: string | null;
    created_at: Generated<Timestamp>;
    deals_completed: Generated<number>;
    deals_disputed: Generated<number>;
    deals_ended: Generated<number>;
    deleted_at: Timestamp | null;
    district: Generated<string>;
    email: string | null;
    email_verified: Generated<boolean>;
    experience: Generated<string>;
    farm_size: Generated<string>;
    followers_count: Generated<number>;
    full_name: string;
    has_name_of_verified: Generated<boolean>;
    has_public_page: Generated<boolean>;
    id: string;
    is_complete: Generated<boolean>;
    is_contact_hidden: Generated<boolean>;
    is_verified: Generated<boolean>;
    language: string | null;
    last_seen_at: Timestamp | null;
    major_product: Generated<string>;
    member_id: GeneratedAlways<string | null>;
    name_key: string | null;
    notifications_by_email: Generated<boolean>;
    notifications_by_sms: Generated<boolean>;
    payment_days: number | null;
    pincode: Generated<string>;
    rating: GeneratedAlways<Numeric>;
    rating_sum: Generated<number>;
    restricted_until: Timestamp | null;
    reviews_after_deal: Generated<number>;
    search_name: string | null;
    search_place: string | null;
    search_product: string | null;
    specialization: Generated<string>;
    state: Generated<string>;
    suspended_at: Timestamp | null;
    suspension_reason: Generated<string>;
    total_posts: Generated<number>;
    total_reviews: Generated<number>;
    updated_at: Generated<Timestamp>;
    user_type: string;
    username: string;
    verified_as: Json | null;
    verified_at: Timestamp | null;
    verified_for: Generated<string[]>;
    village: Generated<string>;
    whatsapp: Generated<string>;
  };
  vapid_keys: {
    is_only: Generated<boolean>;
    private_key: string;
    public_key: string;
  };
  verification_requests: {
    case_id: string;
    created_at: Generated<Timestamp>;
    gst_number: string | null;
    id: string;
    kind: string;
    photo: string | null;
    user_id: string;
  };
  verifications: {
    address: string | null;
    created_at: Generated<Timestamp>;
    expires_at: Timestamp;
    id: string;
    identifier: string;
    updated_at: Generated<Timestamp>;
    value: string;
  };
  wanted_posts: {
    author_id: string;
    category: string | null;
    client_id: string;
    created_at: Generated<Timestamp>;
    crop_key: string;
    crop_type: string;
    district: string;
    end_date: string;
    id: string;
    is_open: Generated<boolean>;
    max_per_kg: GeneratedAlways<Numeric | null>;
    max_price: Numeric;
    note: string;
    price_rank: GeneratedAlways<Numeric>;
    price_unit: string;
    quantity: Numeric;
    search_text: string | null;
    state: string;
    unit: string;
    updated_at: Generated<Timestamp>;
  };
  weather_reports: {
    district: string;
    fetched_at: Timestamp;
    report: Json;
    state: string;
  };
}
