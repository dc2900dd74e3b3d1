-- The language of emails and pushes; null until the user chose one. Not a list: the contract has the languages.
alter table users add column if not exists language text;
alter table users
  drop constraint if exists users_language_check,
  add constraint users_language_check check (language ~ '^[a-z]{2,3}$') not valid;
alter table users validate constraint users_language_check;
-- In one transaction
