-- A user's likes are their saved posts, latest first.
drop index concurrently if exists likes_of_user;
create index concurrently likes_of_user on likes (user_id, created_at, post_id);

-- In one transaction
-- `query` has the fields of the feed's query, `filter` what they meant when the search was saved. `crop_key` and `state`
-- find the searches that a new post may match; '' for any.
create table saved_searches (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  query jsonb not null,
  filter jsonb not null,
  crop_key text not null,
  state text not null,
  -- When to notify of the matches; null without any.
  due_at timestamptz,
  notified_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, query)
);
create index saved_searches_candidates on saved_searches (crop_key, state, id);
create index saved_searches_due on saved_searches (due_at) where due_at is not null;

-- Each pair once, however often a new post is read. Old ones are deleted at night.
create table saved_search_matches (
  search_id uuid not null references saved_searches on delete cascade,
  post_id uuid not null references posts on delete cascade,
  notified_at timestamptz,
  matched_at timestamptz not null default now(),
  primary key (search_id, post_id)
);
create index saved_search_matches_unsent on saved_search_matches (search_id) where notified_at is null;
create index saved_search_matches_post on saved_search_matches (post_id);

-- When the last successful run began, by the clock of its process. Null for jobs that do not continue an earlier run.
alter table job_runs add column began_at timestamptz;
