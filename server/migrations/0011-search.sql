-- Searching costs what a page shows, however many posts there are: each word of a post stands in the order of time, of
-- price and of likes. Written by triggers, in the transaction that writes the post.

-- Every word there is, to be found by a part of it. One that is out of use is forgotten by a job.
create table search_words (word text collate "C" primary key);
create index search_words_part on search_words using gin (word gin_trgm_ops);

create table post_words (
  word text collate "C" not null,
  post_id uuid not null references posts on delete cascade,
  price_rank numeric(12, 4) not null,
  likes_count integer not null,
  primary key (word, post_id)
);
create index post_words_price on post_words (word, price_rank, post_id);
create index post_words_popular on post_words (word, likes_count, post_id);
create index post_words_post on post_words (post_id);

-- Words are what stands between spaces and the marks of punctuation; db/post-words.ts takes what is asked for apart alike.
create function words_of(search_text text) returns table (word text) language sql immutable as $$
  select distinct left(piece, 600) collate "C"
  from unnest(string_to_array(
    translate(search_text, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~।', repeat(' ', 33)), ' ')) piece
  where piece <> ''
$$;

-- In order of words, so that two writers who bring the same ones do not wait for each other in turn.
create function add_words_of_posts() returns trigger language plpgsql as $$
begin
  insert into search_words select distinct word from added, words_of(added.search_text) order by word
  on conflict do nothing;
  insert into post_words select word, id, price_rank, likes_count from added, words_of(added.search_text);
  return null;
end;
$$;
create trigger adds_words after insert on posts referencing new table as added
  for each statement execute function add_words_of_posts();

create function change_words_of_post() returns trigger language plpgsql as $$
begin
  if new.search_text = old.search_text then
    update post_words set price_rank = new.price_rank, likes_count = new.likes_count where post_id = new.id;
    return null;
  end if;
  delete from post_words where post_id = new.id;
  insert into search_words select word from words_of(new.search_text) order by word on conflict do nothing;
  insert into post_words select word, new.id, new.price_rank, new.likes_count from words_of(new.search_text);
  return null;
end;
$$;
create trigger changes_words after update of search_text, price, price_unit, likes_count on posts for each row
  when (new.search_text <> old.search_text or new.price_rank <> old.price_rank or new.likes_count <> old.likes_count)
  execute function change_words_of_post();

drop index posts_search;
update posts set search_text = trim(regexp_replace(search_text, '\s+', ' ', 'g')) where search_text ~ '[^\S ]|\s\s';
insert into search_words select distinct word from posts, words_of(search_text) order by word on conflict do nothing;
insert into post_words select word, id, price_rank, likes_count from posts, words_of(search_text)
on conflict do nothing;

-- What most people narrow to. By price, a state's grain would be looked for behind all its cheaper goods.
create index posts_state_category on posts (state, category, id) where not is_hidden;
create index posts_state_category_price on posts (state, category, price_rank, id) where not is_hidden;
create index posts_state_category_popular on posts (state, category, likes_count, id) where not is_hidden;
