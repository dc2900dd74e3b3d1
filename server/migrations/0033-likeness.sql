-- Since when the post has the photo. Null in older rows: since the post was created.
alter table post_photos add column added_at timestamptz;
alter table post_photos alter column added_at set default now();

-- Since when the post has the text. Null in older rows: since the post was created.
alter table post_texts add column since timestamptz;
alter table post_texts alter column since set default now();

alter table removed_posts
  -- Since when the removed post had the photo. Null in older rows: since the post was created.
  add column added_at timestamptz,
  -- Other authors whose posts had the photo before the removed post.
  add column earlier_author_ids uuid[] not null default '{}';
