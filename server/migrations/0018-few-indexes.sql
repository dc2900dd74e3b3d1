-- Each index of posts costs every new, edited and sold post. docs/performance.md names the query of each that stays.
-- The primary key serves the latest posts, since few are hidden; (author_id, idempotency_key) serves the posts of one
-- author, which are few. Availability is in none, so that a change of it need not write any.
drop index posts_latest, posts_author, posts_sold_out, posts_organic, posts_state_price, posts_place_price,
  posts_state_category, posts_state_category_price;
