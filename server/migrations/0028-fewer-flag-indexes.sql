-- Photos are found by their post; a hash index has four bytes for a text instead of 43 characters.
-- An interrupted step leaves an index that is not valid.
drop index concurrently if exists post_photos_of_post;
drop index concurrently if exists post_texts_text;
create unique index concurrently post_photos_of_post on post_photos (post_id, name);
create index concurrently post_texts_text on post_texts using hash (text_hash);

-- In one transaction
alter table post_photos drop constraint post_photos_pkey, add constraint post_photos_pkey primary key using index post_photos_of_post;
drop index post_photos_post;
drop index post_texts_hash;
