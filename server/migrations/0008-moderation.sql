create table reports (
  id uuid primary key,
  -- Null when a deal is reported because one side cancelled it.
  reporter_id uuid references users on delete cascade,
  kind text not null check (kind in ('post', 'user', 'message', 'comment', 'deal')),
  post_id uuid references posts on delete cascade,
  user_id uuid references users on delete cascade,
  message_id uuid references messages (id) on delete cascade,
  comment_id uuid references comments on delete cascade,
  deal_id uuid references deals on delete cascade,
  reason text not null,
  details text not null default '',
  -- How much the report counts: 0 from a new account.
  weight numeric(4, 2) not null check (weight >= 0),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  check (num_nonnulls(post_id, user_id, message_id, comment_id, deal_id) = 1),
  check (reporter_id is not null or kind = 'deal')
);
create unique index reports_post on reports (post_id, reporter_id);
create unique index reports_user on reports (user_id, reporter_id);
create unique index reports_message on reports (message_id, reporter_id);
create unique index reports_comment on reports (comment_id, reporter_id);
create index reports_reporter on reports (reporter_id);
create index reports_open on reports (created_at) where resolved_at is null;
