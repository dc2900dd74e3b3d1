-- Posts that moderators hid before copies of removed posts were looked for.
insert into unfinished_backfills (job, open_until) values ('remember-removed-posts', now());
