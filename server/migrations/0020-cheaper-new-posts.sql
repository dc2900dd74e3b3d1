-- Takes the words of a text once, and tries to add only those that are missing. In order of words, so that two writers who
-- add the same ones do not wait for each other in turn.
create or replace function add_words_of_posts() returns trigger language plpgsql as $$
begin
  with words as materialized (
    select found.word, found.rank, added.id from added, ranked_words_of(added.search_text) found
  ), known as (
    insert into search_words select distinct word from words
    where (select true from search_words where search_words.word = words.word) is null
    order by word on conflict do nothing
  )
  insert into post_words select word, rank, id from words;
  return null;
end;
$$;
