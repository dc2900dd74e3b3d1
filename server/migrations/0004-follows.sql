create table follows (
  follower_id uuid not null references users on delete cascade,
  followed_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
-- Lists of people go by time.
create index follows_of on follows (follower_id, created_at, followed_id);
create index follows_by on follows (followed_id, created_at, follower_id);

alter table users
  add column followers_count integer not null default 0 check (followers_count >= 0),
  add column following_count integer not null default 0 check (following_count >= 0);
