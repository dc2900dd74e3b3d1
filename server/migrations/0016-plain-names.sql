-- Renames only, to the words of docs/glossary.md.
alter table notice_mails rename to notification_emails;
alter table notification_emails rename constraint notice_mails_pkey to notification_emails_pkey;
alter table notification_emails rename constraint notice_mails_notification_id_fkey to notification_emails_notification_id_fkey;
alter index notice_mails_due rename to notification_emails_due;

alter table users rename column notices_by_email to notifications_by_email;
alter table posts rename column is_reported_away to is_hidden_by_moderation;

alter function forget_notices_of_comment() rename to delete_notifications_of_comment;
alter function forget_notices_of_post() rename to delete_notifications_of_post;
alter function forget_notices_of_like() rename to delete_notifications_of_like;
alter function forget_notices_of_follow() rename to delete_notifications_of_follow;
alter function forget_notices_of_review() rename to delete_notifications_of_review;
alter trigger forgets_notices on comments rename to deletes_notifications;
alter trigger forgets_notices_of_removed on comments rename to deletes_notifications_of_removed;
alter trigger forgets_notices on posts rename to deletes_notifications;
alter trigger forgets_notices on likes rename to deletes_notifications;
alter trigger forgets_notices on follows rename to deletes_notifications;
alter trigger forgets_notices on reviews rename to deletes_notifications;
