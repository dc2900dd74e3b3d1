-- Messages of two people. Who writes or reads locks this row, so that messages are numbered in the order in which they were
-- stored. `low` is the one with the smaller id. Nothing that changes with each message is in an index.
create table conversations (
  id uuid primary key,
  low_id uuid not null references users,
  high_id uuid not null references users,
  last_number integer not null,
  last_at timestamptz not null,
  low_wrote boolean not null,
  high_wrote boolean not null,
  -- The number up to which each has read, and how many messages of the other come after it.
  low_read integer not null default 0,
  high_read integer not null default 0,
  low_unseen integer not null check (low_unseen >= 0),
  high_unseen integer not null check (high_unseen >= 0),
  -- The two may not write to each other. Stored, so that a message does not have to ask about people and blocks.
  is_closed boolean not null default false,
  unique (low_id, high_id),
  check (low_id < high_id)
) with (fillfactor = 75);
create index conversations_high on conversations (high_id);

-- A message never changes, except that its photos are deleted with the account of its sender.
create table messages (
  conversation_id uuid not null references conversations,
  number integer not null,
  id uuid not null unique,
  -- Created by the sender's client: a repeated message is the same one.
  client_id uuid not null,
  sender_id uuid not null,
  receiver_id uuid not null,
  text text not null,
  -- [{url, width, height, thumbhash}] in the order shown.
  images jsonb not null default '[]',
  post_id uuid references posts on delete set null,
  -- No foreign keys and no indexes, which would cost each message: the card of a deleted wanted post is null where it is
  -- read, and offers are not deleted.
  wanted_id uuid,
  offer_id uuid,
  offer_version int,
  created_at timestamptz not null,
  primary key (conversation_id, number),
  unique (sender_id, client_id)
);
create index messages_post on messages (post_id) where post_id is not null;
