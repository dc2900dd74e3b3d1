-- Moderators who read a case with the photo. They see it as long as they are moderators.
alter table restricted_media add column moderator_ids uuid[] not null default '{}';

-- Moderators were added after the sender and the receiver.
update restricted_media set viewer_ids = viewer_ids[1:2] where cardinality(viewer_ids) > 2;
