-- Whether the review counts in the rating: its author is no new account, or had a deal with the person.
alter table reviews add column is_counted boolean not null default true;
