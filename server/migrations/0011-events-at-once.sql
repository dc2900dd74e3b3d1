-- Due at once, also after the clock was set back: otherwise later events would overtake.
alter table events alter column due_at set default 'epoch';
update events set due_at = 'epoch' where tries = 0 and due_at <= now();
