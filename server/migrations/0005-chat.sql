-- What two people write to each other. Whoever writes or reads holds this row, so that messages are numbered in the
-- order in which they were stored. `low` is the one of the two with the smaller id. Nothing that changes with each message
-- stands in an index.
create table conversations (
  id uuid primary key,
  low_id uuid not null references users,
  high_id uuid not null references users,
  last_number integer not null,
  last_at timestamptz not null,
  low_wrote boolean not null,
  high_wrote boolean not null,
  -- Up to which number each has read, and how many of the other's messages come after it.
  low_read integer not null default 0,
  high_read integer not null default 0,
  low_unseen integer not null check (low_unseen >= 0),
  high_unseen integer not null check (high_unseen >= 0),
  -- The two may not write to each other now: a block, or an account that is suspended or deleted.
  is_closed boolean not null default false,
  unique (low_id, high_id),
  check (low_id < high_id)
) with (fillfactor = 75);
create index conversations_high on conversations (high_id);

-- A message never changes.
create table messages (
  conversation_id uuid not null references conversations,
  number integer not null,
  id uuid not null unique,
  -- Made by the sender's client, so that a repeated message is the same one.
  client_id uuid not null,
  sender_id uuid not null,
  receiver_id uuid not null,
  text text not null,
  -- [{url, width, height, thumbhash}] in the order shown.
  images jsonb not null default '[]',
  post_id uuid references posts on delete set null,
  created_at timestamptz not null,
  primary key (conversation_id, number),
  unique (sender_id, client_id)
);
create index messages_post on messages (post_id) where post_id is not null;
