-- Pages of posts and profiles that people without an account can read. Sellers can switch off theirs.
alter table users add column has_public_page boolean not null default true;
