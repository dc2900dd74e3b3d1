-- Each index of posts costs every new, edited and sold post. docs/performance.md names the query of each that stays.
-- The primary key serves the latest posts, since few are hidden; (author_id, idempotency_key) serves the posts of one
-- author, which are few. Availability is in none, so that a change of it need not write any.
drop index concurrently if exists posts_latest;
drop index concurrently if exists posts_author;
drop index concurrently if exists posts_sold_out;
drop index concurrently if exists posts_organic;
drop index concurrently if exists posts_state_price;
drop index concurrently if exists posts_place_price;
drop index concurrently if exists posts_state_category;
drop index concurrently if exists posts_state_category_price;

-- In one transaction
