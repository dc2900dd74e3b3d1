create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id, blocker_id);
create index blocks_of on blocks (blocker_id, created_at, blocked_id);

create table reports (
  id uuid primary key,
  reporter_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('post', 'user', 'message')),
  post_id uuid references posts on delete cascade,
  user_id uuid references users on delete cascade,
  message_id uuid references messages (id) on delete cascade,
  reason text not null,
  details text not null default '',
  -- How much the reporter's word weighed when they said it: 0 for a new account.
  weight numeric(4, 2) not null check (weight >= 0),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  check (num_nonnulls(post_id, user_id, message_id) = 1)
);
create unique index reports_post on reports (post_id, reporter_id);
create unique index reports_user on reports (user_id, reporter_id);
create unique index reports_message on reports (message_id, reporter_id);
create index reports_reporter on reports (reporter_id);
create index reports_open on reports (created_at) where resolved_at is null;

-- Why, for the moderators; told to nobody else.
alter table users add column suspension_reason text not null default '';

-- Two reasons to hide a post; each is taken back on its own.
alter table posts
  add column is_reported_away boolean not null default false,
  add column is_author_suspended boolean not null default false;
alter table posts
  add column is_hidden boolean not null generated always as (is_reported_away or is_author_suspended) stored;

-- The market's orders again, over what is shown: counting matches stays a walk of an index alone.
drop index posts_category, posts_crop, posts_place, posts_state, posts_price, posts_popular, posts_category_price,
  posts_category_popular, posts_crop_price, posts_crop_popular, posts_state_price, posts_state_popular,
  posts_place_price, posts_place_popular, posts_sold_out, posts_organic;
create index posts_latest on posts (id) where not is_hidden;
create index posts_category on posts (category, id) where not is_hidden;
create index posts_crop on posts (crop_key, id) where not is_hidden;
create index posts_place on posts (state, district, id) where not is_hidden;
create index posts_state on posts (state, id) where not is_hidden;
create index posts_price on posts (price_rank, id) where not is_hidden;
create index posts_popular on posts (likes_count, id) where not is_hidden;
create index posts_category_price on posts (category, price_rank, id) where not is_hidden;
create index posts_category_popular on posts (category, likes_count, id) where not is_hidden;
create index posts_crop_price on posts (crop_key, price_rank, id) where not is_hidden;
create index posts_crop_popular on posts (crop_key, likes_count, id) where not is_hidden;
create index posts_state_price on posts (state, price_rank, id) where not is_hidden;
create index posts_state_popular on posts (state, likes_count, id) where not is_hidden;
create index posts_place_price on posts (state, district, price_rank, id) where not is_hidden;
create index posts_place_popular on posts (state, district, likes_count, id) where not is_hidden;
create index posts_sold_out on posts (id) where not is_hidden and not is_available;
create index posts_organic on posts (id) where not is_hidden and is_organic;

-- A conversation knows whether it is closed, so that a message need not ask about people and blocks.
create function may_meet(one uuid, other uuid) returns boolean language sql stable as $$
  select not exists (
    select from blocks where (blocker_id = one and blocked_id = other) or (blocker_id = other and blocked_id = one)
  ) and 2 = (
    select count(*) from users
    where id in (one, other) and is_complete and suspended_at is null and deleted_at is null
  );
$$;

create function close_conversation_of_block() returns trigger language plpgsql as $$
declare
  block blocks := coalesce(new, old);
begin
  update conversations set is_closed = not may_meet(low_id, high_id)
  where low_id = least(block.blocker_id, block.blocked_id) and high_id = greatest(block.blocker_id, block.blocked_id);
  return null;
end;
$$;
create trigger closes_conversation after insert or delete on blocks
  for each row execute function close_conversation_of_block();

create function close_conversations_of_person() returns trigger language plpgsql as $$
begin
  update conversations set is_closed = not may_meet(low_id, high_id) where low_id = new.id or high_id = new.id;
  return null;
end;
$$;
create trigger closes_conversations after update of suspended_at, deleted_at on users for each row
  when (new.suspended_at is distinct from old.suspended_at or new.deleted_at is distinct from old.deleted_at)
  execute function close_conversations_of_person();
