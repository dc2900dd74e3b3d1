-- Likes, comments and views change often. In a narrow table with room in its pages an update touches no index: none has
-- them. Posts are ordered by `popularity`, which a job sets to `likes` for the posts that changed.
create table post_counts (
  post_id uuid primary key references posts on delete cascade,
  likes integer not null default 0 check (likes >= 0),
  comments integer not null default 0 check (comments >= 0),
  views integer not null default 0 check (views >= 0),
  popularity integer not null default 0
) with (fillfactor = 70);
insert into post_counts (post_id, likes, comments, views, popularity)
select id, likes_count, comments_count, views_count, likes_count from posts order by id;
create index post_counts_popularity on post_counts (popularity, post_id);

create function add_counts_of_posts() returns trigger language plpgsql as $$
begin
  insert into post_counts (post_id) select id from added;
  return null;
end;
$$;
create trigger adds_counts after insert on posts referencing new table as added
  for each statement execute function add_counts_of_posts();

-- A post's words change with its text only. `rank` is 1 for the words of its title, crop and variety, which are the first
-- line of `search_text`, and 0 for the others.
drop trigger adds_words on posts;
drop trigger changes_words on posts;
drop function add_words_of_posts;
drop function change_words_of_post;
drop table post_words;
alter table posts drop column likes_count, drop column comments_count, drop column views_count;

create function ranked_words_of(search_text text) returns table (word text, rank smallint) language sql immutable as $$
  select found.word, max(line.rank)::smallint
  from (values (1, split_part(search_text, E'\n', 1)), (0, split_part(search_text, E'\n', 2))) line (rank, text),
    words_of(line.text) found
  group by found.word
$$;

create table post_words (
  word text collate "C" not null,
  rank smallint not null,
  post_id uuid not null
);
-- Earlier texts are one line.
insert into post_words
select words.word, words.rank, id
from posts cross join lateral (
  select found.word, (named.word is not null)::int as rank
  from words_of(search_text) found
  left join words_of(lower(concat_ws(' ', title, crop_type, variety))) named using (word)
) words
order by 1, 2, 3;
alter table post_words add primary key (word, rank, post_id);

-- In order of words, so that two writers who add the same ones do not wait for each other in turn.
create function add_words_of_posts() returns trigger language plpgsql as $$
begin
  insert into search_words select distinct word from added, ranked_words_of(added.search_text) order by word
  on conflict do nothing;
  insert into post_words select word, rank, id from added, ranked_words_of(added.search_text);
  return null;
end;
$$;
create trigger adds_words after insert on posts referencing new table as added
  for each statement execute function add_words_of_posts();

-- One by one: the planner would read the whole table for a list of unknown length.
create function remove_words(post_id uuid, words text[]) returns void language plpgsql as $$
declare
  removed text;
begin
  foreach removed in array words loop
    delete from post_words
    where post_words.word = removed and rank in (0, 1) and post_words.post_id = remove_words.post_id;
  end loop;
end;
$$;

create function change_words_of_post() returns trigger language plpgsql as $$
begin
  perform remove_words(old.id, array(
    select word from (
      select * from ranked_words_of(old.search_text) except select * from ranked_words_of(new.search_text)) lost));
  insert into search_words select word from ranked_words_of(new.search_text) order by word on conflict do nothing;
  insert into post_words select word, rank, new.id from ranked_words_of(new.search_text) on conflict do nothing;
  return null;
end;
$$;
create trigger changes_words after update of search_text on posts for each row
  when (new.search_text <> old.search_text) execute function change_words_of_post();

create function remove_words_of_post() returns trigger language plpgsql as $$
begin
  perform remove_words(old.id, array(select word from ranked_words_of(old.search_text)));
  return null;
end;
$$;
create trigger removes_words after delete on posts for each row execute function remove_words_of_post();
