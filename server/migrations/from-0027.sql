-- For databases of commit 25f0202, whose last of 27 migrations was 0027-deals: what the baseline has and they do not.

-- In one transaction
create table events (
  id bigint generated always as identity primary key,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  tries smallint not null default 0,
  due_at timestamptz not null default now()
);

create table failed_events (
  id bigint primary key,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null,
  error text not null,
  failed_at timestamptz not null default now()
);

drop trigger adds_counts on posts;
drop function add_counts_of_posts;
drop trigger adds_words on posts;
drop trigger changes_words on posts;
drop trigger removes_words on posts;
drop function add_words_of_posts;
drop function change_words_of_post;
drop function remove_words_of_post;
-- Adds in order of words, so that two writers who add the same ones do not wait for each other in turn, and tries to add only
-- the words that are missing.
create function index_words_of_post() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.search_text = old.search_text then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform remove_words(old.id, array(
      select word from (
        select * from ranked_words_of(old.search_text) except select * from ranked_words_of(new.search_text)) lost));
  end if;
  if tg_op <> 'DELETE' then
    with words as materialized (
      select word, rank from ranked_words_of(new.search_text)
    ), known as (
      insert into search_words select word from words
      where (select true from search_words where search_words.word = words.word) is null
      order by word on conflict do nothing
    )
    insert into post_words select word, rank, new.id from words on conflict do nothing;
  end if;
  return null;
end;
$$;
create trigger indexes_words after insert or delete or update of search_text on posts
  for each row execute function index_words_of_post();
drop function restrict_media_of_post, restrict_media_of_message, close_conversations_of_person, names_of_images cascade;
alter table restricted_media add column viewer_ids uuid[];
update restricted_media set viewer_ids = array[sender_id, receiver_id] from messages where messages.id = message_id;
update restricted_media set viewer_ids = array[author_id] from posts where posts.id = post_id;
alter table restricted_media alter column viewer_ids set not null, drop column message_id, drop column post_id;

alter table users drop column following_count;
drop function rate_person, refuse_deleted_person cascade;
alter table users drop column rating,
  add column rating numeric(3, 2) not null generated always as (
    case total_reviews when 0 then 0 else round(rating_sum::numeric / (total_reviews + reviews_after_deal), 2) end
  ) stored,
  add column member_id uuid unique generated always as (case when deleted_at is null then id end) stored;
delete from blocks where blocked_id in (select id from users where deleted_at is not null);
delete from contact_reveals where person_id in (select id from users where deleted_at is not null);
do $$
declare
  reference record;
begin
  for reference in
    values ('sessions', 'user_id'), ('accounts', 'user_id'), ('contact_reveals', 'viewer_id'), ('contact_reveals', 'person_id'),
      ('follows', 'follower_id'), ('follows', 'followed_id'), ('blocks', 'blocker_id'), ('blocks', 'blocked_id'),
      ('likes', 'user_id'), ('post_views', 'viewer_id'), ('comments', 'author_id'), ('upi_ids', 'user_id'),
      ('upi_views', 'viewer_id')
  loop
    execute format('alter table %1$I drop constraint %1$I_%2$I_fkey, add foreign key (%2$I)
      references users (member_id) on delete cascade', reference.column1, reference.column2);
  end loop;
end;
$$;
alter function may_meet(uuid, uuid) volatile;
create function is_following(viewer uuid, person uuid) returns boolean language sql as $$
  select exists (select from follows where follower_id = viewer and followed_id = person);
$$;

drop trigger copies_ids on notifications;
drop function copy_ids_of_notification;
update notifications set is_read = true, read_at = now() from (
  select id, row_number() over (partition by user_id, post_id order by created_at desc, id desc) as place
  from notifications where kind = 'comment' and not is_read
) unread where unread.id = notifications.id and place > 1;
drop index notifications_unread_group;
create unique index notifications_unread_group on notifications
  (user_id, kind, (case when kind in ('like', 'comment') then post_id when kind = 'follow' then user_id else id end))
  where not is_read;
drop trigger adds_undelivered on notifications;
drop function add_undelivered_notifications;
insert into events (kind, data)
select 'notifications.added', jsonb_build_object('ids', jsonb_build_array(notification_id)) from undelivered_notifications
order by notification_id;
drop table undelivered_notifications;

create table deliveries (
  id bigint generated always as identity primary key,
  notification_id uuid not null references notifications on delete cascade,
  endpoint text references push_subscriptions on delete cascade,
  tries smallint not null default 0,
  due_at timestamptz not null default now()
);
insert into deliveries (notification_id, endpoint, tries, due_at)
select notification_id, null, tries, due_at from notification_emails
union all select notification_id, endpoint, tries, due_at from pushes;
create index deliveries_notification on deliveries (notification_id);
create index deliveries_endpoint on deliveries (endpoint) where endpoint is not null;
create index deliveries_due on deliveries (due_at);
drop table notification_emails, pushes;
drop trigger weighs_review on reviews;
drop trigger deletes_upi_id on users;
drop function weigh_review, delete_upi_id, lock_both, count_open_offers, set_quantity;

insert into events (kind, data)
select 'post.created', jsonb_build_object('postId', id) from posts
-- Posts whose photos were processed for a while came after the run that they are older than.
where created_at > (select began_at - interval '20 minutes' from job_runs where job = 'match-new-posts')
  and not exists (select from saved_search_matches where post_id = posts.id)
  and not exists (select from wanted_news where posts.id = any(recent))
order by id;
insert into events (kind, data)
select 'wanted.created', jsonb_build_object('wantedId', id) from wanted_posts where is_open and not is_matched order by id;
insert into events (kind, data, due_at)
select 'wanted-notification.due', jsonb_build_object('userId', user_id, 'wantedId', wanted_id, 'ids', to_jsonb(pending)),
  coalesce(notified_at + interval '1 hour', now())
from wanted_news where pending <> '{}';
insert into events (kind, data, due_at)
select 'saved-search.due', jsonb_build_object('searchId', id), coalesce(due_at, now()) from saved_searches
where due_at is not null
  or exists (select from saved_search_matches waiting where search_id = saved_searches.id and waiting.notified_at is null);
delete from saved_search_matches where notified_at is not null;
alter table saved_search_matches drop column notified_at;
alter table saved_searches drop column due_at, drop column notified_at;
alter table wanted_posts drop column is_matched;
drop table wanted_news;
delete from job_runs where job in ('match-new-posts', 'notify-saved-searches', 'notify-wanted');
alter table job_runs drop column began_at;

drop trigger closes_conversation on blocks;
drop function close_conversation_of_block;

drop table kysely_migration_lock;
delete from kysely_migration;
insert into kysely_migration (name, timestamp) select name, now()::text from unnest(array[
  '0001-platform', '0002-people', '0003-mandi', '0004-trade', '0005-notify', '0006-chat', '0007-deals', '0008-moderation'
]) name;
