-- Notifications of likes and followers are groups: one unread row for each post, or each person, that stands for everything
-- from `since` until it is read. Who is in it follows from likes and follows, so counts and names cannot drift.
alter table notifications
  add column since timestamptz,
  add column read_at timestamptz;
create unique index notifications_open_group on notifications (user_id, kind, (coalesce(data ->> 'postId', '')))
  where kind in ('like', 'follow') and not is_read;

-- The latest likes of a post come first.
drop index likes_post;
create index likes_post on likes (post_id, created_at, user_id);

-- An unread group without members is deleted only if it was not delivered yet. A delivered one stays open and is hidden while
-- it is empty, so that a repeated like or follow joins it and does not notify again.
create function forget_notices_of_like() returns trigger language plpgsql as $$
begin
  delete from notifications using posts
  where posts.id = old.post_id and notifications.user_id = posts.author_id and kind = 'like' and not is_read
    and not is_delivered and data ->> 'postId' = old.post_id::text and not exists (
      select from likes where post_id = old.post_id and created_at >= since and user_id <> posts.author_id);
  return null;
end;
$$;
create trigger forgets_notices after delete on likes for each row execute function forget_notices_of_like();

create function forget_notices_of_follow() returns trigger language plpgsql as $$
begin
  delete from notifications
  where user_id = old.followed_id and kind = 'follow' and not is_read and not is_delivered and not exists (
    select from follows where followed_id = old.followed_id and created_at >= since);
  return null;
end;
$$;
create trigger forgets_notices after delete on follows for each row execute function forget_notices_of_follow();

-- A delivered one stays, hidden, so that the same reviewer's next review reuses it.
create function forget_notices_of_review() returns trigger language plpgsql as $$
begin
  delete from notifications
  where user_id = old.person_id and kind = 'review' and data ->> 'reviewId' = old.id::text and not is_delivered;
  update notifications set data = data || jsonb_build_object('reviewerId', old.reviewer_id)
  where user_id = old.person_id and kind = 'review' and data ->> 'reviewId' = old.id::text;
  return null;
end;
$$;
create trigger forgets_notices after delete on reviews for each row execute function forget_notices_of_review();

create or replace function forget_notices_of_post() returns trigger language plpgsql as $$
begin
  delete from notifications where kind in ('comment', 'like') and data ->> 'postId' = old.id::text
    and (user_id = old.author_id or user_id in (select author_id from comments where post_id = old.id));
  return old;
end;
$$;
