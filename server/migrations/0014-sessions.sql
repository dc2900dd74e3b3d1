-- How long a session may be idle depends on "remember me". Sessions of before count as not remembered.
alter table sessions add column is_remembered boolean not null default false;
alter table sessions alter column is_remembered set default true;
