-- For databases of commit 25f0202, whose last of 27 migrations was 0027-deals: what the baseline has and they do not.

-- In one transaction
drop table kysely_migration_lock;
delete from kysely_migration;
insert into kysely_migration (name, timestamp) select name, now()::text from unnest(array[
  '0001-platform', '0002-people', '0003-mandi', '0004-trade', '0005-notify', '0006-chat', '0007-deals', '0008-moderation'
]) name;
