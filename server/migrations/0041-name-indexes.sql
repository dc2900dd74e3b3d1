-- An interrupted step leaves an index that is not valid.
drop index concurrently if exists users_name_key;
drop index concurrently if exists users_without_name_key;
drop index concurrently if exists users_lookalikes;
drop index concurrently if exists users_verified_names;
create index concurrently users_name_key on users using hash (name_key);
create index concurrently users_without_name_key on users (id) where name_key is null;
create index concurrently users_verified_names on users (name_key) where is_verified;
create index concurrently users_lookalikes on users (id) where has_name_of_verified;

-- In one transaction
