-- What moderators checked before they gave the badge.
alter table users add column verified_for text[] not null default '{}';

-- A request for the badge, until it is decided, withdrawn or lapsed: then the row and its photo are deleted.
create table verification_requests (
  id uuid primary key,
  case_id uuid not null unique references cases on delete cascade,
  user_id uuid not null unique references users (member_id) on delete cascade,
  kind text not null check (kind in ('farm', 'document', 'gst')),
  gst_number text,
  -- The address of the photo; null if its file was lost.
  photo text,
  created_at timestamptz not null default now(),
  check ((kind = 'gst') = (gst_number is not null))
);
create index verification_requests_created on verification_requests (created_at);
