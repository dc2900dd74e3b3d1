-- Messages count within their conversation, in the order in which they were stored.
alter table messages
  add column number integer,
  -- [{url, width, height, thumbhash}] in the order shown.
  add column images jsonb not null default '[]',
  add column post_id uuid references posts on delete set null;
update messages set number = counted.number
from (
  select id, row_number() over (
    partition by least(sender_id, receiver_id), greatest(sender_id, receiver_id) order by created_at, id
  ) as number from messages
) counted
where messages.id = counted.id;
alter table messages alter column number set not null;
create unique index messages_number
  on messages (least(sender_id, receiver_id), greatest(sender_id, receiver_id), number);
create index messages_unread on messages (receiver_id, sender_id, number) where not is_read;
create index messages_post on messages (post_id) where post_id is not null;

-- One row for each side of a conversation. Whoever writes a message holds both, in the order of user_id.
create table conversations (
  user_id uuid not null references users on delete cascade,
  other_id uuid not null references users on delete cascade,
  last_number integer not null,
  last_at timestamptz not null,
  unseen_count integer not null default 0 check (unseen_count >= 0),
  primary key (user_id, other_id)
);
create index conversations_other on conversations (other_id);
create index conversations_latest on conversations (user_id, last_at, other_id);
create index conversations_unseen on conversations (user_id) where unseen_count > 0;
insert into conversations (user_id, other_id, last_number, last_at, unseen_count)
select user_id, other_id, max(number), max(created_at), count(*) filter (where is_unseen)
from (
  select sender_id as user_id, receiver_id as other_id, number, created_at, false as is_unseen from messages
  union all
  select receiver_id, sender_id, number, created_at, not is_read from messages
) sides
group by user_id, other_id;
