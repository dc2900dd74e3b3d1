-- Posts of a crop by distance are read district by district.
drop index concurrently if exists posts_crop_place;
create index concurrently posts_crop_place on posts (crop_key, state, district, id);

-- People by name while a search is typed: everyone in a place has the words of the other index.
drop index concurrently if exists users_name;
create index concurrently users_name on users using gin ((full_name || ' ' || username) gin_trgm_ops)
  where is_complete and suspended_at is null and deleted_at is null;

-- In one transaction
