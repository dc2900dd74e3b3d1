-- Ids are UUIDv7, so an index that ends in the id is in order of time. Each index costs every new and edited post;
-- docs/performance.md names the query of each. The primary key serves the latest posts, since few are hidden, and the
-- index of idempotency keys the posts of one author. Availability is in none, so that a change of it writes none.
create table posts (
  id uuid primary key,
  author_id uuid not null references users on delete cascade,
  -- The same key of the same author is the same post, however often it is sent.
  idempotency_key uuid,
  title text not null,
  description text not null,
  price numeric(10, 2) not null check (price >= 0),
  price_unit text not null,
  original_price numeric(10, 2) check (original_price >= 0),
  price_per_kg numeric(12, 4) generated always as (
    case price_unit when 'per kg' then price when 'per quintal' then price / 100 end
  ) stored,
  -- Compared by filters and sorts: rupees per kilogram where the unit is a weight, else the stated price.
  price_rank numeric(12, 4) not null generated always as (
    case price_unit when 'per quintal' then price / 100 else price end
  ) stored,
  quantity text not null,
  category text not null,
  crop_type text not null,
  -- The catalogue's id of the crop, or the folded text: 'Wheat' and 'गेहूँ' are one key.
  crop_key text not null,
  tags text[] not null default '{}',
  state text not null,
  district text not null,
  city text not null,
  village text not null,
  pincode text not null,
  variety text not null default '',
  harvest_date date,
  shelf_life text not null,
  min_order_quantity text not null default '',
  packaging text not null default '',
  -- [{url, width, height, thumbhash}] in the order shown.
  images jsonb not null,
  -- Folded by the contract's foldText. First line: title, crop in both languages and variety; second: tags and place.
  search_text text not null,
  is_available boolean not null default true,
  is_organic boolean not null default false,
  is_featured boolean not null default false,
  is_hidden_by_moderation boolean not null default false,
  is_author_suspended boolean not null default false,
  is_hidden boolean not null generated always as (is_hidden_by_moderation or is_author_suspended) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index posts_idempotency on posts (author_id, idempotency_key);
create index posts_category on posts (category, id) where not is_hidden;
create index posts_crop on posts (crop_key, id) where not is_hidden;
create index posts_place on posts (state, district, id) where not is_hidden;
create index posts_state on posts (state, id) where not is_hidden;
create index posts_price on posts (price_rank, id) where not is_hidden;
create index posts_category_price on posts (category, price_rank, id) where not is_hidden;
create index posts_crop_price on posts (crop_key, price_rank, id) where not is_hidden;
-- Posts of a crop by distance are read district by district.
create index posts_crop_place on posts (crop_key, state, district, id);
-- A district is in one state. Without this the planner expects a sixteenth of the posts of a large district, and sorts all
-- of them instead of reading the list in its order.
create statistics posts_state_and_district (dependencies, mcv) on state, district from posts;

-- Likes, comments and views change often. In a narrow table with room in its pages an update touches no index: none has
-- them. Posts are ordered by `popularity`, which a job sets to `likes` for the posts that changed.
create table post_counts (
  post_id uuid primary key references posts on delete cascade,
  likes integer not null default 0 check (likes >= 0),
  comments integer not null default 0 check (comments >= 0),
  views integer not null default 0 check (views >= 0),
  popularity integer not null default 0
) with (fillfactor = 70);
create index post_counts_popularity on post_counts (popularity, post_id);

-- A user's likes are also their saved posts, latest first.
create table likes (
  user_id uuid not null references users (member_id) on delete cascade,
  post_id uuid not null references posts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
create index likes_of_user on likes (user_id, created_at, post_id);
create index likes_post on likes (post_id, created_at, user_id);

-- A viewer counts once for a post and day (Indian time).
create table post_views (
  post_id uuid not null references posts on delete cascade,
  viewer_id uuid not null references users (member_id) on delete cascade,
  day date not null,
  primary key (post_id, viewer_id, day)
);

-- Comments are in the order of their ids, which are UUIDv7.
create table comments (
  id uuid primary key,
  post_id uuid not null references posts on delete cascade,
  author_id uuid not null references users (member_id) on delete cascade,
  -- Created by the author's client: a repeated request adds no second comment.
  client_id uuid not null,
  text text not null,
  created_at timestamptz not null default now(),
  -- Set when a comment that was reported is deleted: only moderators still read it.
  removed_at timestamptz,
  unique (author_id, post_id, client_id)
);
create index comments_post on comments (post_id, id);

-- Every word of a post, found by a part of it. A job deletes unused ones.
create table search_words (word text collate "C" primary key);
create index search_words_part on search_words using gin (word gin_trgm_ops);

-- The words of each post in order of time. `rank` is 1 for words of the first line of `search_text`, 0 for the others. No
-- foreign key and no index by post, which would cost each new post more than the words: a trigger deletes them.
create table post_words (
  word text collate "C" not null,
  rank smallint not null,
  post_id uuid not null,
  primary key (word, rank, post_id)
);

-- Words are separated by spaces and punctuation; trade/lists/words.ts splits queries in the same way.
create function words_of(search_text text) returns table (word text) language sql immutable as $$
  select distinct left(piece, 600) collate "C"
  from unnest(string_to_array(
    translate(search_text, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~।', repeat(' ', 33)), ' ')) piece
  where piece <> ''
$$;

create function ranked_words_of(search_text text) returns table (word text, rank smallint) language sql immutable as $$
  select found.word, max(line.rank)::smallint
  from (values (1, split_part(search_text, E'\n', 1)), (0, split_part(search_text, E'\n', 2))) line (rank, text),
    words_of(line.text) found
  group by found.word
$$;

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

create table saved_searches (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The fields of the feed's query, and the filter that they meant when the search was saved.
  query jsonb not null,
  filter jsonb not null,
  -- Find the searches that a new post may match; '' for any.
  crop_key text not null,
  state text not null,
  created_at timestamptz not null default now(),
  unique (user_id, query)
);
create index saved_searches_candidates on saved_searches (crop_key, state, id);

-- New posts that a search is to notify of: their event 'saved-search.due' deletes them. Those whose event failed are deleted
-- at night.
create table saved_search_matches (
  search_id uuid not null references saved_searches on delete cascade,
  post_id uuid not null references posts on delete cascade,
  matched_at timestamptz not null default now(),
  primary key (search_id, post_id)
);
create index saved_search_matches_post on saved_search_matches (post_id);

create table wanted_posts (
  id uuid primary key,
  author_id uuid not null references users on delete cascade,
  client_id uuid not null,
  crop_type text not null,
  -- As in posts.
  crop_key text not null,
  category text,
  quantity numeric(12, 2) not null check (quantity > 0),
  unit text not null,
  max_price numeric(10, 2) not null check (max_price > 0),
  price_unit text not null,
  max_per_kg numeric(12, 4) generated always as (
    case price_unit when 'per kg' then max_price when 'per quintal' then max_price / 100 end
  ) stored,
  price_rank numeric(12, 4) not null generated always as (
    case price_unit when 'per quintal' then max_price / 100 else max_price end
  ) stored,
  state text not null,
  district text not null,
  -- The last day, in India.
  end_date date not null,
  note text not null,
  is_open boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (author_id, client_id)
);
create index wanted_posts_crop on wanted_posts (crop_key, id);
create index wanted_posts_place on wanted_posts (state, district, id);
create index wanted_posts_price on wanted_posts (price_rank, id);
create index wanted_posts_open on wanted_posts (crop_key, id) where is_open;
