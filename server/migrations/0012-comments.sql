create table comments (
  -- UUIDv7: in order of time.
  id uuid primary key,
  post_id uuid not null references posts on delete cascade,
  author_id uuid not null references users on delete cascade,
  -- Made by the author's client: a repeated request makes no second comment.
  client_id uuid not null,
  text text not null,
  created_at timestamptz not null default now(),
  -- Deleted, but reported before: moderators still read it, and nobody else.
  removed_at timestamptz,
  unique (author_id, post_id, client_id)
);
create index comments_post on comments (post_id, id);

create or replace function refuse_deleted_person() returns trigger language plpgsql as $$
declare
  person uuid;
begin
  if tg_table_name in ('posts', 'comments') then person := new.author_id;
  elsif tg_table_name in ('likes', 'sessions', 'accounts') then person := new.user_id;
  elsif tg_table_name in ('post_views', 'contact_reveals') then person := new.viewer_id;
  elsif tg_table_name = 'follows' then person := new.follower_id;
  elsif tg_table_name = 'reviews' then person := new.reviewer_id;
  elsif tg_table_name = 'blocks' then person := new.blocker_id;
  elsif tg_table_name = 'reports' then person := new.reporter_id;
  end if;
  -- Waits for a deletion that is under way, and then sees it.
  perform from users where id = person and deleted_at is null for key share;
  if not found then
    raise foreign_key_violation using message = 'this account is deleted';
  end if;
  return new;
end;
$$;
create trigger not_by_deleted before insert on comments for each row execute function refuse_deleted_person();

alter table reports
  add column comment_id uuid references comments on delete cascade,
  drop constraint reports_kind_check,
  drop constraint reports_check,
  add check (kind in ('post', 'user', 'message', 'comment')),
  add check (num_nonnulls(post_id, user_id, message_id, comment_id) = 1);
create unique index reports_comment on reports (comment_id, reporter_id);

-- A notice leads to its comment: where that is gone, nobody needs to be told any more.
create function forget_notices_of_comment() returns trigger language plpgsql as $$
begin
  delete from notifications where kind = 'comment' and not is_read and data ->> 'commentId' = old.id::text
    and user_id in (
      select author_id from posts where id = old.post_id
      union select author_id from comments where post_id = old.post_id);
  return null;
end;
$$;
create trigger forgets_notices after delete on comments
  for each row execute function forget_notices_of_comment();
create trigger forgets_notices_of_removed after update of removed_at on comments
  for each row execute function forget_notices_of_comment();

create function forget_notices_of_post() returns trigger language plpgsql as $$
begin
  delete from notifications where kind = 'comment' and data ->> 'postId' = old.id::text
    and (user_id = old.author_id or user_id in (select author_id from comments where post_id = old.id));
  return old;
end;
$$;
create trigger forgets_notices before delete on posts for each row execute function forget_notices_of_post();
