-- Finding people by words and by place, among those who can be written to.
create index users_words on users
  using gin ((full_name || ' ' || username || ' ' || city || ' ' || village || ' ' || district || ' ' || state) gin_trgm_ops)
  where is_complete and suspended_at is null and deleted_at is null;
create index users_found on users (id) where is_complete and suspended_at is null and deleted_at is null;
create index users_found_type on users (user_type, id)
  where is_complete and suspended_at is null and deleted_at is null;
create index users_found_place on users (state, district, id)
  where is_complete and suspended_at is null and deleted_at is null;
