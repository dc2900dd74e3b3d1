-- Pictures that are not public. Those of a message are served to its sender and its receiver, those of a hidden post to
-- its author. Written by triggers, in the transaction that stores the message or hides the post.
create table restricted_media (
  name text primary key,
  message_id uuid references messages (id) on delete cascade,
  post_id uuid references posts on delete cascade,
  check (num_nonnulls(message_id, post_id) = 1)
);
create index restricted_media_message on restricted_media (message_id) where message_id is not null;
create index restricted_media_post on restricted_media (post_id) where post_id is not null;

create function names_of_images(images jsonb) returns table (name text) language sql immutable as $$
  select substring(image ->> 'url' from '^/media/([0-9a-f]{32})-') from jsonb_array_elements(images) image
  where image ->> 'url' ~ '^/media/[0-9a-f]{32}-'
$$;

create function restrict_media_of_message() returns trigger language plpgsql as $$
begin
  delete from restricted_media where message_id = new.id;
  insert into restricted_media (name, message_id) select name, new.id from names_of_images(new.images);
  return null;
end;
$$;
create trigger restricts_media after insert on messages for each row
  when (new.images <> '[]') execute function restrict_media_of_message();
create trigger restricts_changed_media after update of images on messages for each row
  execute function restrict_media_of_message();

create function restrict_media_of_post() returns trigger language plpgsql as $$
begin
  delete from restricted_media where post_id = new.id;
  if new.is_hidden then
    insert into restricted_media (name, post_id) select name, new.id from names_of_images(new.images);
  end if;
  return null;
end;
$$;
create trigger restricts_media after update of images, is_reported_away, is_author_suspended on posts for each row
  when (old.is_hidden or new.is_hidden) execute function restrict_media_of_post();

insert into restricted_media (name, message_id)
select name, messages.id from messages, names_of_images(images) where images <> '[]'
on conflict do nothing;
insert into restricted_media (name, post_id)
select name, posts.id from posts, names_of_images(images) where is_hidden
on conflict do nothing;

-- Whoever deleted their account took the pictures of their messages along.
insert into unclaimed_media (name)
select name from messages join users on users.id = messages.sender_id, names_of_images(messages.images)
where users.deleted_at is not null
on conflict do nothing;
update messages set images = '[]' from users
where users.id = messages.sender_id and users.deleted_at is not null and messages.images <> '[]';
