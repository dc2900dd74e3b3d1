-- The outbox: what happened, written in the transaction that did it and deleted when it is delivered, in the order of ids.
create table events (
  id bigint generated always as identity primary key,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  tries smallint not null default 0,
  due_at timestamptz not null default now()
);

-- Events that could not be delivered ten times; `error` is the last reason.
create table failed_events (
  id bigint primary key,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null,
  error text not null,
  failed_at timestamptz not null default now()
);

-- Notifications of likes and followers are groups: one unread row for each post or person covers everything from `since`
-- until it is read. Who is in it follows from likes and follows, so counts and names cannot drift. One without members is
-- hidden where it is read; foreign keys delete a notification with its post or comment.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  data jsonb not null,
  post_id uuid references posts on delete cascade,
  comment_id uuid references comments on delete cascade,
  is_read boolean not null default false,
  since timestamptz,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index notifications_user on notifications (user_id, created_at desc, id desc);
create index notifications_post on notifications (post_id) where post_id is not null;
create index notifications_comment on notifications (comment_id) where comment_id is not null;
-- Serves the count of unread notifications, and allows one unread notification of likes of a post, of comments on a post and
-- of followers.
create unique index notifications_unread_group on notifications
  (user_id, kind, (case when kind in ('like', 'comment') then post_id when kind = 'follow' then user_id else id end))
  where not is_read;

-- A browser that may get push notifications while its user is logged in there.
create table push_subscriptions (
  endpoint text primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_id);

-- Notifications to send until they are sent or given up: to a browser, or by email where `endpoint` is null.
create table deliveries (
  id bigint generated always as identity primary key,
  notification_id uuid not null references notifications on delete cascade,
  endpoint text references push_subscriptions on delete cascade,
  tries smallint not null default 0,
  due_at timestamptz not null default now()
);
create index deliveries_notification on deliveries (notification_id);
create index deliveries_endpoint on deliveries (endpoint) where endpoint is not null;
create index deliveries_due on deliveries (due_at);

-- One row: the key pair by which browsers know this installation.
create table vapid_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key text not null
);
