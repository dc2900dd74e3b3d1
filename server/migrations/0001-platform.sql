create extension if not exists pg_trgm;

create table job_runs (
  job text primary key,
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

-- Images that are not public, and who may see them: of a message its sender and receiver, of a hidden post its author.
create table restricted_media (
  name text primary key,
  viewer_ids uuid[] not null
);
