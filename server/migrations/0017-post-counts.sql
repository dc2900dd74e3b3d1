-- Likes, comments and views change often. In a narrow table with room in its pages an update touches no index: none has
-- them. Posts are ordered by `popularity`, which a job sets to `likes` for the posts that changed.
create table if not exists post_counts (
  post_id uuid primary key references posts on delete cascade,
  likes integer not null default 0 check (likes >= 0),
  comments integer not null default 0 check (comments >= 0),
  views integer not null default 0 check (views >= 0),
  popularity integer not null default 0
) with (fillfactor = 70);
create index if not exists post_counts_popularity on post_counts (popularity, post_id);

create or replace function copy_counts_of_post() returns trigger language plpgsql as $$
begin
  insert into post_counts (post_id, likes, comments, views, popularity)
  values (new.id, new.likes_count, new.comments_count, new.views_count, new.likes_count)
  on conflict (post_id) do update set likes = new.likes_count, comments = new.comments_count, views = new.views_count;
  return null;
end;
$$;
create or replace trigger copies_counts after insert or update of likes_count, comments_count, views_count on posts
  for each row execute function copy_counts_of_post();

-- A post's words change with its text only. `rank` is 1 for the words of its title, crop and variety, which are the first
-- line of `search_text`, and 0 for the others. The table replaces the one of the same name when it is filled.
create schema if not exists next;
create table if not exists next.post_words (
  word text collate "C" not null,
  rank smallint not null,
  post_id uuid not null,
  primary key (word, rank, post_id)
);

create or replace function ranked_words_of(search_text text) returns table (word text, rank smallint) language sql immutable as $$
  select found.word, max(line.rank)::smallint
  from (values (1, split_part(search_text, E'\n', 1)), (0, split_part(search_text, E'\n', 2))) line (rank, text),
    words_of(line.text) found
  group by found.word
$$;

-- In order of words, so that two writers who add the same ones do not wait for each other in turn.
create or replace function next.add_words_of_posts() returns trigger language plpgsql set search_path = next, public as $$
begin
  insert into search_words select distinct word from added, ranked_words_of(added.search_text) order by word
  on conflict do nothing;
  insert into post_words select word, rank, id from added, ranked_words_of(added.search_text);
  return null;
end;
$$;
create or replace trigger next_adds_words after insert on posts referencing new table as added
  for each statement execute function next.add_words_of_posts();

-- One by one: the planner would read the whole table for a list of unknown length.
create or replace function remove_words(post_id uuid, words text[]) returns void language plpgsql as $$
declare
  removed text;
begin
  foreach removed in array words loop
    delete from post_words
    where post_words.word = removed and rank in (0, 1) and post_words.post_id = remove_words.post_id;
  end loop;
end;
$$;

create or replace function next.change_words_of_post() returns trigger language plpgsql set search_path = next, public as $$
begin
  perform remove_words(old.id, array(
    select word from (
      select * from ranked_words_of(old.search_text) except select * from ranked_words_of(new.search_text)) lost));
  insert into search_words select word from ranked_words_of(new.search_text) order by word on conflict do nothing;
  insert into post_words select word, rank, new.id from ranked_words_of(new.search_text) on conflict do nothing;
  return null;
end;
$$;
create or replace trigger next_changes_words after update of search_text on posts for each row
  when (new.search_text <> old.search_text) execute function next.change_words_of_post();

create or replace function next.remove_words_of_post() returns trigger language plpgsql set search_path = next, public as $$
begin
  perform remove_words(old.id, array(select word from ranked_words_of(old.search_text)));
  return null;
end;
$$;
create or replace trigger removes_words after delete on posts
  for each row execute function next.remove_words_of_post();

-- Locks its posts: an edit between reading a text and writing its words would be lost. Earlier texts are one line.
with batch as (
  select * from posts where id > :after order by id limit 500 for share
), counted as (
  insert into post_counts (post_id, likes, comments, views, popularity)
  select id, likes_count, comments_count, views_count, likes_count from batch
  on conflict do nothing
), added as (
  insert into next.post_words
  select words.word, words.rank, id
  from batch cross join lateral (
    select found.word, (named.word is not null)::int as rank
    from words_of(search_text) found
    left join words_of(lower(concat_ws(' ', title, crop_type, variety))) named using (word)
  ) words
  order by 1, 2, 3
  on conflict do nothing
)
select id as after from batch order by id desc limit 1;

-- In one transaction
drop trigger copies_counts on posts;
drop function copy_counts_of_post;
create function add_counts_of_posts() returns trigger language plpgsql as $$
begin
  insert into post_counts (post_id) select id from added;
  return null;
end;
$$;
create trigger adds_counts after insert on posts referencing new table as added
  for each statement execute function add_counts_of_posts();

drop trigger adds_words on posts;
drop trigger changes_words on posts;
alter table posts drop column likes_count, drop column comments_count, drop column views_count;
drop function public.add_words_of_posts;
drop function public.change_words_of_post;
drop table public.post_words;
alter table next.post_words set schema public;
alter function next.add_words_of_posts set schema public;
alter function next.change_words_of_post set schema public;
alter function next.remove_words_of_post set schema public;
alter function add_words_of_posts reset search_path;
alter function change_words_of_post reset search_path;
alter function remove_words_of_post reset search_path;
alter trigger next_adds_words on posts rename to adds_words;
alter trigger next_changes_words on posts rename to changes_words;
drop schema next;
