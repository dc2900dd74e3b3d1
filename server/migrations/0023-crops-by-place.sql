-- Posts of a crop by distance are read district by district.
drop index concurrently if exists posts_crop_place;
create index concurrently posts_crop_place on posts (crop_key, state, district, id);

-- In one transaction
