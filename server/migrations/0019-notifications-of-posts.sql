-- Foreign keys delete a notification with its post or comment. What else has nothing to show is hidden where it is read, so
-- no trigger has to delete it. The notification of a review names the reviewer, whose next review reuses it.
alter table notifications add column if not exists post_id uuid, add column if not exists comment_id uuid;

create or replace function copy_ids_of_notification() returns trigger language plpgsql as $$
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
-- Remains after the switch, for processes of the earlier version.
create or replace trigger copies_ids before insert on notifications for each row
  when (new.post_id is null and new.data ? 'postId' or new.kind = 'review' and not new.data ? 'reviewerId')
  execute function copy_ids_of_notification();

with batch as (
  select notification.id, reviewer_id, posts.id as post_id, comments.id as comment_id, notification.kind = 'comment' and comments.id is null as is_gone
  from (select * from notifications where id > :after order by id limit 1000 for update) notification
  left join posts on posts.id = (data ->> 'postId')::uuid
  left join comments on comments.id = (data ->> 'commentId')::uuid
  left join reviews on reviews.id = (data ->> 'reviewId')::uuid
), changed as (
  update notifications set post_id = batch.post_id, comment_id = batch.comment_id
  from batch where notifications.id = batch.id and batch.post_id is not null and not is_gone
), named as (
  update notifications set data = data || jsonb_build_object('reviewerId', batch.reviewer_id)
  from batch where notifications.id = batch.id and batch.reviewer_id is not null
), removed as (
  delete from notifications using batch where notifications.id = batch.id and is_gone
)
select id as after from batch order by id desc limit 1;

drop index concurrently if exists notifications_post;
create index concurrently notifications_post on notifications (post_id) where post_id is not null;
drop index concurrently if exists notifications_comment;
create index concurrently notifications_comment on notifications (comment_id) where comment_id is not null;
drop index concurrently if exists notifications_open_likes;
create unique index concurrently notifications_open_likes on notifications (post_id) where kind = 'like' and not is_read;
drop index concurrently if exists notifications_open_follows;
create unique index concurrently notifications_open_follows on notifications (user_id)
  where kind = 'follow' and not is_read;

alter table notifications drop constraint if exists notifications_post_id_fkey,
  add constraint notifications_post_id_fkey foreign key (post_id) references posts on delete cascade not valid;
alter table notifications validate constraint notifications_post_id_fkey;
alter table notifications drop constraint if exists notifications_comment_id_fkey,
  add constraint notifications_comment_id_fkey foreign key (comment_id) references comments on delete cascade not valid;
alter table notifications validate constraint notifications_comment_id_fkey;

-- The argument names the column of the person. Posts are too long to become JSON for it.
create or replace function refuse_deleted_writer() returns trigger language plpgsql as $$
declare
  person uuid;
begin
  if tg_argv[0] = 'author_id' then person := new.author_id;
  else person := to_jsonb(new) ->> tg_argv[0];
  end if;
  -- Waits for a deletion that is under way, and then sees it.
  perform from users where id = person and deleted_at is null for key share;
  if not found then
    raise foreign_key_violation using message = 'this account is deleted';
  end if;
  return new;
end;
$$;
create or replace trigger not_by_deleted before insert on posts for each row execute function refuse_deleted_writer('author_id');
create or replace trigger not_by_deleted before insert on comments for each row execute function refuse_deleted_writer('author_id');
create or replace trigger not_by_deleted before insert on likes for each row execute function refuse_deleted_writer('user_id');
create or replace trigger not_by_deleted before insert on sessions for each row execute function refuse_deleted_writer('user_id');
create or replace trigger not_by_deleted before insert on accounts for each row execute function refuse_deleted_writer('user_id');
create or replace trigger not_by_deleted before insert on post_views for each row execute function refuse_deleted_writer('viewer_id');
create or replace trigger not_by_deleted before insert on contact_reveals for each row execute function refuse_deleted_writer('viewer_id');
create or replace trigger not_by_deleted before insert on follows for each row execute function refuse_deleted_writer('follower_id');
create or replace trigger not_by_deleted before insert on reviews for each row execute function refuse_deleted_writer('reviewer_id');
create or replace trigger not_by_deleted before insert on blocks for each row execute function refuse_deleted_writer('blocker_id');
create or replace trigger not_by_deleted before insert on reports for each row execute function refuse_deleted_writer('reporter_id');

-- In one transaction
drop trigger deletes_notifications on posts;
drop trigger deletes_notifications on comments;
drop trigger deletes_notifications_of_removed on comments;
drop trigger deletes_notifications on likes;
drop trigger deletes_notifications on follows;
drop trigger deletes_notifications on reviews;
drop function delete_notifications_of_post, delete_notifications_of_comment, delete_notifications_of_like,
  delete_notifications_of_follow, delete_notifications_of_review;
drop index notifications_open_group;
drop function refuse_deleted_person;
alter function refuse_deleted_writer rename to refuse_deleted_person;
