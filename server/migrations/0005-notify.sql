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

-- Notifications of likes and followers are groups: one unread row for each post or person stands for everything from `since`
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
-- Serves the count of unread notifications, and allows one unread group for each post or person.
create unique index notifications_unread_group on notifications
  (user_id, (case kind when 'like' then post_id when 'follow' then user_id else id end)) where not is_read;

create function copy_ids_of_notification() returns trigger language plpgsql as $$
begin
  new.post_id := new.data ->> 'postId';
  new.comment_id := new.data ->> 'commentId';
  if new.kind = 'review' then
    new.data := new.data || (
      select jsonb_build_object('reviewerId', reviewer_id) from reviews where id = (new.data ->> 'reviewId')::uuid);
  end if;
  return new;
end;
$$;
create trigger copies_ids before insert on notifications for each row
  when (new.post_id is null and new.data ? 'postId' or new.kind = 'review' and not new.data ? 'reviewerId')
  execute function copy_ids_of_notification();

-- A narrow table, so that a delivery writes neither the notification nor its indexes. It has no index or foreign key, which
-- would cost each notification more than the row: delivery reads the whole table, and rows of deleted notifications go
-- at night.
create table undelivered_notifications (notification_id uuid not null);

create function add_undelivered_notifications() returns trigger language plpgsql as $$
begin
  insert into undelivered_notifications select id from added;
  return null;
end;
$$;
create trigger adds_undelivered after insert on notifications referencing new table as added
  for each statement execute function add_undelivered_notifications();

-- Notifications to send by email, until they are sent or given up.
create table notification_emails (
  notification_id uuid primary key references notifications on delete cascade,
  tries smallint not null default 0,
  due_at timestamptz not null default now()
);
create index notification_emails_due on notification_emails (due_at);

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

-- Notifications to push to browsers, until they are sent or given up.
create table pushes (
  notification_id uuid not null references notifications on delete cascade,
  endpoint text not null references push_subscriptions on delete cascade,
  tries smallint not null default 0,
  due_at timestamptz not null default now(),
  primary key (notification_id, endpoint)
);
create index pushes_endpoint on pushes (endpoint);
create index pushes_due on pushes (due_at);

-- One row: the key pair by which browsers know this installation.
create table vapid_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key text not null
);
