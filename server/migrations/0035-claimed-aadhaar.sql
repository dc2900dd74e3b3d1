-- An Aadhaar number is only claimed: two accounts may claim the same one, and moderators look at both.
-- An interrupted step leaves an index that is not valid.
drop index concurrently if exists users_aadhaar;
create index concurrently users_aadhaar on users (aadhaar_fingerprint) where aadhaar_fingerprint is not null;

-- In one transaction
alter table users drop constraint users_aadhaar_fingerprint_key;
