-- Texts that are equal under Unicode become equal in every comparison: stored texts that are compared or searched are composed
-- (NFC), and searches compare folded texts (decision 54). Chats, comments and descriptions of people are only shown, and stay.

-- The same as `foldText` in contract/src/fold-text.ts, which folds what is searched for; fold-text.test.ts compares them.
create or replace function fold_text(written text) returns text language sql immutable strict parallel safe as $$
  select normalize(replace(
    replace(replace(replace(replace(replace(replace(replace(
      translate(
        lower(normalize(trim(written), NFC)),
        'ऩऱऴৰൌँঁਁੰઁଁఁಁഁ'
          || '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯'
          || '೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹'
          -- Nuktas and joiners are removed: they have no counterpart.
          || U&'\093C\09BC\0A3C\0ABC\0B3C\0C3C\0CBC\200C\200D',
        'नरळরൗंংਂਂંଂంಂം' || repeat('0123456789', 13)),
      'ৎ', 'ত্'), 'ൺ', 'ണ്'), 'ൻ', 'ന്'), 'ർ', 'ര്'), 'ൽ', 'ല്'), 'ൾ', 'ള്'), 'ൿ', 'ക്'),
    U&'\0D4D\0D4D', U&'\0D4D'), NFC)
$$;

-- Folded: full name and username on two lines, address, main product.
alter table users
  add column if not exists search_name text,
  add column if not exists search_place text,
  add column if not exists search_product text;
-- Folded: crop and note.
alter table wanted_posts add column if not exists search_text text;

-- Triggers, because registration, social log-in, profiles, deletion and the release before write users.
create or replace function fold_user() returns trigger language plpgsql as $$
begin
  new.search_name := fold_text(new.full_name || E'\n' || new.username);
  new.search_place := fold_text(concat_ws(' ', new.city, new.village, new.district, new.state));
  new.search_product := fold_text(new.major_product);
  return new;
end;
$$;
create or replace trigger folds_new_user before insert on users for each row execute function fold_user();

-- A trigger before updates would make every update of users compute member_id, and so lock the row as a change of its key
-- does: two people who follow each other would deadlock.
create or replace function fold_changed_user() returns trigger language plpgsql as $$
begin
  update users set
    search_name = fold_text(new.full_name || E'\n' || new.username),
    search_place = fold_text(concat_ws(' ', new.city, new.village, new.district, new.state)),
    search_product = fold_text(new.major_product)
  where id = new.id;
  return null;
end;
$$;
create or replace trigger folds_changed_user
  after update of full_name, username, city, village, district, state, major_product on users
  for each row execute function fold_changed_user();

create or replace function fold_wanted_post() returns trigger language plpgsql as $$
begin
  new.search_text := fold_text(concat_ws(' ', new.crop_key, new.crop_type, new.note));
  return new;
end;
$$;
create or replace trigger folds_wanted_post before insert or update of crop_key, crop_type, note on wanted_posts
  for each row execute function fold_wanted_post();

-- The release before folds less. The release after this one drops the trigger.
create or replace function fold_post() returns trigger language plpgsql as $$
begin
  new.search_text := fold_text(new.search_text);
  return new;
end;
$$;
-- The condition takes 1 µs and the function 170: it is for texts with nuktas, joiners, digits or letters of several forms.
create or replace trigger folds_post before insert or update of search_text on posts
  for each row when (new.search_text ~ U&'[\093C\09BC\0A3C\0ABC\0B3C\0C3C\0CBC\200C\200D'
    '\0901\0981\0A01\0A70\0A81\0B01\0C01\0C81\0D01\0929\0931\0934\09F0\0D4C\09CE\0D7A-\0D7F'
    '\0966-\096F\09E6-\09EF\0A66-\0A6F\0AE6-\0AEF\0B66-\0B6F\0BE6-\0BEF\0C66-\0C6F\0CE6-\0CEF'
    '\0D66-\0D6F\0660-\0669\06F0-\06F9\1C50-\1C59\ABF0-\ABF9]')
  execute function fold_post();

-- The first of the tags that are the same word, composed.
create or replace function compose_tags(tags text[]) returns text[] language sql immutable strict as $$
  select coalesce(array_agg(tag order by place), '{}') from (
    select min(place) as place, normalize((array_agg(tag order by place))[1], NFC) as tag
    from unnest(tags) with ordinality listed (tag, place) group by fold_text(tag)
  ) distinct_tags
$$;

create or replace function fold_all(words jsonb) returns jsonb language sql immutable strict as $$
  select jsonb_agg(fold_text(word)) from jsonb_array_elements_text(words) word
$$;

-- Repairs a thousand rows at a time. Rows that are right are not written.
create or replace procedure repair_texts(repaired regclass, changes text, is_wrong text) language plpgsql as $$
declare
  after uuid := '00000000-0000-0000-0000-000000000000';
  last uuid;
begin
  loop
    execute format('select id from (select id from %s where id > $1 order by id limit 1000) batch order by id desc limit 1', repaired)
      into last using after;
    exit when last is null;
    execute format('update %s set %s where id > $1 and id <= $2 and (%s)', repaired, changes, is_wrong) using after, last;
    commit;
    after := last;
  end loop;
end;
$$;

call repair_texts('users', $set$
  full_name = normalize(full_name, NFC), major_product = normalize(major_product, NFC),
  business_name = normalize(business_name, NFC), city = normalize(city, NFC), village = normalize(village, NFC)
$set$, $where$
  search_name is null or concat_ws(' ', full_name, major_product, business_name, city, village) is not nfc normalized
$where$);

call repair_texts('posts', $set$
  title = normalize(title, NFC), description = normalize(description, NFC), quantity = normalize(quantity, NFC),
  crop_type = normalize(crop_type, NFC), crop_key = fold_text(crop_key), tags = compose_tags(tags),
  city = normalize(city, NFC), village = normalize(village, NFC), variety = normalize(variety, NFC),
  search_text = fold_text(search_text)
$set$, $where$
  search_text <> fold_text(search_text) or crop_key <> fold_text(crop_key)
  or concat_ws(' ', title, description, quantity, crop_type, array_to_string(tags, ' '), city, village, variety)
    is not nfc normalized
$where$);

call repair_texts('wanted_posts', $set$
  crop_type = normalize(crop_type, NFC), crop_key = fold_text(crop_key), note = normalize(note, NFC)
$set$, $where$
  search_text is null or crop_key <> fold_text(crop_key) or concat_ws(' ', crop_type, note) is not nfc normalized
$where$);

call repair_texts('saved_searches', $set$
  crop_key = fold_text(crop_key),
  filter = filter || jsonb_strip_nulls(jsonb_build_object(
    'words', fold_all(filter -> 'words'), 'cropKeys', fold_all(filter -> 'cropKeys')))
$set$, $where$
  crop_key <> fold_text(crop_key) or fold_all(filter -> 'words') <> filter -> 'words'
  or fold_all(filter -> 'cropKeys') <> filter -> 'cropKeys'
$where$);

-- A username stays as it is where another account has the composed one.
do $$
declare
  person record;
begin
  for person in select id, username from users where username is not nfc normalized loop
    begin
      update users set username = normalize(username, NFC) where id = person.id;
    exception when unique_violation then
      raise notice 'the composed username of % is taken', person.id;
    end;
  end loop;
end;
$$;

-- An interrupted step leaves an index that is not valid. The release after this one drops users_name, users_words and
-- users_main_product.
drop index concurrently if exists users_search_name;
drop index concurrently if exists users_search_words;
drop index concurrently if exists users_search_product;
create index concurrently users_search_name on users using gin (search_name gin_trgm_ops)
  where is_complete and suspended_at is null and deleted_at is null;
create index concurrently users_search_words on users using gin ((search_name || ' ' || search_place) gin_trgm_ops)
  where is_complete and suspended_at is null and deleted_at is null;
create index concurrently users_search_product on users using gin (search_product gin_trgm_ops)
  where user_type = 'farmer' and is_complete and suspended_at is null and deleted_at is null;

-- In one transaction
drop procedure repair_texts(regclass, text, text);
drop function compose_tags(text[]);
drop function fold_all(jsonb);
