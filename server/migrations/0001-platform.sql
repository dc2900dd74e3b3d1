create extension if not exists pg_trgm;

create table job_runs (
  job text primary key,
  -- When the last successful run began, by the clock of its process; the next one continues from there. Null for jobs
  -- that do not continue an earlier run.
  began_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz
);

-- Names of stored images that no row shows. A name is recorded before its files are written and when its post, message or
-- profile loses it, and removed in the transaction that shows it. A job deletes the files of old ones.
create table unclaimed_media (
  name text primary key,
  since timestamptz not null default now()
);
create index unclaimed_media_since on unclaimed_media (since);

-- Images that are not public: those of a message are served to its sender and receiver, those of a hidden post to its
-- author. Triggers write it with the message or post (0004-trade, 0006-chat).
create table restricted_media (
  name text primary key,
  message_id uuid,
  post_id uuid,
  check (num_nonnulls(message_id, post_id) = 1)
);
create index restricted_media_message on restricted_media (message_id) where message_id is not null;
create index restricted_media_post on restricted_media (post_id) where post_id is not null;

create function names_of_images(images jsonb) returns table (name text) language sql immutable as $$
  select substring(image ->> 'url' from '^/media/([0-9a-f]{32})-') from jsonb_array_elements(images) image
  where image ->> 'url' ~ '^/media/[0-9a-f]{32}-'
$$;
