-- Photos are found by their post; a hash index has four bytes for a text instead of 43 letters.
create unique index concurrently if not exists post_photos_of_post on post_photos (post_id, name);
create index concurrently if not exists post_texts_text on post_texts using hash (text_hash);

-- In one transaction
alter table post_photos drop constraint post_photos_pkey, add constraint post_photos_pkey primary key using index post_photos_of_post;
drop index post_photos_post;
drop index post_texts_hash;
