-- From where a report came: accounts of one address or browser count as one reporter.
create table report_origins (
  report_id uuid primary key references reports on delete cascade,
  reporter_id uuid not null references users (member_id) on delete cascade,
  -- Keyed with SECRET_KEY.
  address_hash text not null,
  -- The accounts that the reporter's browser remembers.
  others uuid[] not null,
  reported_at timestamptz not null default now()
);
create index report_origins_reporter on report_origins (reporter_id);

alter table cases
  -- When the post was hidden without a moderator.
  add column auto_hidden_at timestamptz,
  -- Why the post was not hidden without a moderator, although the reports or the copied post are enough to do so.
  add column held_for text;
create index cases_auto_hidden on cases (auto_hidden_at) where auto_hidden_at is not null;
