-- One open case for one thing, however many people report it.
create table cases (
  id uuid primary key,
  kind text not null check (kind in ('post', 'user', 'message', 'comment', 'deal', 'verification', 'appeal')),
  -- The thing; all are null when it was deleted since.
  post_id uuid references posts on delete set null,
  user_id uuid references users on delete cascade,
  message_id uuid,
  comment_id uuid references comments on delete set null,
  deal_id uuid references deals on delete set null,
  -- Whose thing it is.
  person_id uuid not null references users on delete cascade,
  -- The sum of the weights of its open reports.
  weight numeric(10, 2) not null default 0 check (weight >= 0),
  reports_count integer not null default 0 check (reports_count >= 0),
  -- Of an appeal: what the person writes.
  text text not null default '',
  status text not null default 'open' check (status in ('open', 'decided')),
  opened_at timestamptz not null default now(),
  claimed_by uuid references users on delete set null,
  claimed_until timestamptz,
  decided_at timestamptz,
  check ((status = 'decided') = (decided_at is not null)),
  check ((claimed_by is null) = (claimed_until is null))
);
create unique index cases_post on cases (post_id) where status = 'open' and kind = 'post';
create unique index cases_user on cases (user_id) where status = 'open' and kind = 'user';
create unique index cases_verification on cases (user_id) where status = 'open' and kind = 'verification';
create unique index cases_message on cases (message_id) where status = 'open' and kind = 'message';
create unique index cases_comment on cases (comment_id) where status = 'open' and kind = 'comment';
create unique index cases_deal on cases (deal_id, person_id) where status = 'open' and kind = 'deal';
create index cases_queue on cases ((-weight), opened_at, id) where status = 'open';
create index cases_queue_kind on cases (kind, (-weight), opened_at, id) where status = 'open';
create index cases_decided on cases (decided_at, id) where status = 'decided';
create index cases_person on cases (person_id);
create index cases_of_post on cases (post_id) where post_id is not null;
create index cases_of_user on cases (user_id) where user_id is not null;
create index cases_of_comment on cases (comment_id) where comment_id is not null;
create index cases_of_deal on cases (deal_id) where deal_id is not null;
create index cases_claimed on cases (claimed_by) where claimed_by is not null;

create table decisions (
  id uuid primary key,
  case_id uuid not null references cases on delete cascade,
  person_id uuid not null references users on delete cascade,
  moderator_id uuid references users on delete set null,
  moderator_role text not null,
  action text not null check (
    action in ('dismiss', 'ask-change', 'hide', 'remove-photo', 'warn', 'restrict', 'suspend', 'verify', 'refuse')
  ),
  reason text not null,
  text text not null default '',
  -- When a restriction ends.
  until timestamptz,
  -- What it changed, as it was before.
  before jsonb not null default '{}',
  -- Photos that it took away, for the undoing.
  images jsonb not null default '[]',
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid references users on delete set null,
  undone_by_role text,
  undo_reason text,
  undo_text text not null default ''
);
create index decisions_case on decisions (case_id);
create index decisions_person on decisions (person_id, created_at);
create index decisions_moderator on decisions (moderator_id) where moderator_id is not null;
create index decisions_undone on decisions (undone_by) where undone_by is not null;

-- The decision that a case of the kind 'appeal' is about; each can be appealed once.
alter table cases add column decision_id uuid references decisions on delete cascade;
create unique index cases_appeal on cases (decision_id);

-- Rows are only added. They name people without a reference, so that they stay.
create table audit (
  id uuid primary key,
  at timestamptz not null default now(),
  -- Null for a command on the server.
  actor_id uuid,
  actor_role text not null,
  action text not null,
  case_id uuid,
  person_id uuid,
  target text not null default '',
  before jsonb,
  after jsonb,
  why text not null default ''
);
create index audit_at on audit (at, id);
create index audit_person on audit (person_id) where person_id is not null;
create index audit_actor on audit (actor_id) where actor_id is not null;

alter table reports
  add column case_id uuid references cases on delete set null,
  -- Messages of the conversation with the reported person that the reporter shows to moderators.
  add column message_ids uuid[] not null default '{}';
create index reports_case on reports (case_id) where case_id is not null;
create index reports_without_case on reports (id) where case_id is null and resolved_at is null;

-- Until then the user makes no offers, posts and messages.
alter table users add column restricted_until timestamptz;
