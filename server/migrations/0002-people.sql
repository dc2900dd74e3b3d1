-- Better Auth uses users, sessions, accounts and verifications, with our names.
create table users (
  id uuid primary key,
  -- The id, until the account is deleted. What people write refers to it: nothing can be written for a deleted account, by a
  -- request that was under way either, and no account can be deleted before what it wrote.
  member_id uuid unique generated always as (case when deleted_at is null then id end) stored,
  username text not null,
  email text not null unique,
  email_verified boolean not null default false,
  user_type text not null check (user_type in ('farmer', 'merchant')),
  -- False while an account opened by Google or Facebook has no user type, phone number and username.
  is_complete boolean not null default true,
  -- The number itself is not stored, only its last four digits and a keyed fingerprint to find duplicates. Null for
  -- accounts that Google or Facebook opened.
  aadhaar_last4 text,
  aadhaar_fingerprint text unique,

  full_name text not null,
  avatar text,
  cover_image text,
  bio text not null default '',
  major_product text not null default '',
  -- Of a farmer the farm's name.
  business_name text not null default '',
  specialization text not null default '',
  experience text not null default '',
  farm_size text not null default '',
  certifications text[] not null default '{}',
  state text not null default '',
  district text not null default '',
  city text not null default '',
  village text not null default '',
  pincode text not null default '',
  contact text not null,
  whatsapp text not null default '',
  is_contact_hidden boolean not null default false,
  -- People without an account can read this user's profile and posts.
  has_public_page boolean not null default true,
  notifications_by_email boolean not null default true,
  is_verified boolean not null default false,

  total_posts integer not null default 0 check (total_posts >= 0),
  followers_count integer not null default 0 check (followers_count >= 0),
  -- Reviews after a completed deal weigh double: `rating_sum` contains their stars twice.
  total_reviews integer not null default 0 check (total_reviews >= 0),
  reviews_after_deal integer not null default 0,
  rating_sum integer not null default 0 check (rating_sum >= 0),
  rating numeric(3, 2) not null generated always as (
    case total_reviews when 0 then 0 else round(rating_sum::numeric / (total_reviews + reviews_after_deal), 2) end
  ) stored,
  -- The record: counted again from the deals when one of them ends or becomes overdue.
  deals_completed integer not null default 0,
  deals_ended integer not null default 0,
  payment_days smallint,

  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  suspended_at timestamptz,
  -- Shown to moderators only.
  suspension_reason text not null default '',
  -- The row of a deleted account stays, emptied of everything personal, for the other side of its chats and deals.
  deleted_at timestamptz
);
create unique index users_username on users (lower(username));
create index users_found on users (id) where is_complete and suspended_at is null and deleted_at is null;
create index users_found_type on users (user_type, id) where is_complete and suspended_at is null and deleted_at is null;
create index users_found_place on users (state, district, id)
  where is_complete and suspended_at is null and deleted_at is null;
-- For suggestions while a search is typed: everyone in a place has the words of the next index.
create index users_name on users using gin ((full_name || ' ' || username) gin_trgm_ops)
  where is_complete and suspended_at is null and deleted_at is null;
create index users_words on users
  using gin ((full_name || ' ' || username || ' ' || city || ' ' || village || ' ' || district || ' ' || state) gin_trgm_ops)
  where is_complete and suspended_at is null and deleted_at is null;
-- Farmers by what they grow, to notify them of a new wanted post.
create index users_main_product on users using gin (lower(major_product) gin_trgm_ops)
  where user_type = 'farmer' and is_complete and suspended_at is null and deleted_at is null;

create table sessions (
  id uuid primary key,
  token text not null unique,
  user_id uuid not null references users (member_id) on delete cascade,
  expires_at timestamptz not null,
  -- How long the session may be idle depends on "remember me".
  is_remembered boolean not null default true,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

-- Ways to log in: a password, Google, Facebook.
create table accounts (
  id uuid primary key,
  user_id uuid not null references users (member_id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user on accounts (user_id);

-- Links in emails, found by purpose and user: 'reset-password:<id>'.
create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

-- Whose phone number a user opened, and when last.
create table contact_reveals (
  viewer_id uuid not null references users (member_id) on delete cascade,
  person_id uuid not null references users (member_id) on delete cascade,
  revealed_at timestamptz not null default now(),
  primary key (viewer_id, person_id)
);
create index contact_reveals_person on contact_reveals (person_id);

create table follows (
  follower_id uuid not null references users (member_id) on delete cascade,
  followed_id uuid not null references users (member_id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index follows_of on follows (follower_id, created_at, followed_id);
create index follows_by on follows (followed_id, created_at, follower_id);

create table blocks (
  blocker_id uuid not null references users (member_id) on delete cascade,
  blocked_id uuid not null references users (member_id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_of on blocks (blocker_id, created_at, blocked_id);
create index blocks_blocked on blocks (blocked_id, blocker_id);

-- These two functions are volatile: they see what was committed while their statement waited for a lock, as the statement itself
-- does not.

-- Both accounts are active, and neither blocked the other.
create function may_meet(one uuid, other uuid) returns boolean language sql as $$
  select not exists (
    select from blocks where (blocker_id = one and blocked_id = other) or (blocker_id = other and blocked_id = one)
  ) and 2 = (
    select count(*) from users
    where id in (one, other) and is_complete and suspended_at is null and deleted_at is null
  );
$$;

create function is_following(viewer uuid, person uuid) returns boolean language sql as $$
  select exists (select from follows where follower_id = viewer and followed_id = person);
$$;
