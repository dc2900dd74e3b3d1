import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../server/src/platform/db/connection.ts';
import { cropRows, placeRows, story } from './catalogue.ts';

const span = 300 * 24 * 60 * 60_000;
const beginsAt = Date.UTC(2026, 0, 1);

/** Returns a number in [0, 1) that depends on row and salt only, so that every run creates the same data. */
function chance(row: RawBuilder<unknown>, salt: number): RawBuilder<number> {
  return sql`((hashint8extended(${row}, ${sql.lit(salt)}) & 2147483647) / 2147483648.0)`;
}

function pick(row: RawBuilder<unknown>, salt: number, options: readonly string[]): RawBuilder<string> {
  const list = sql.join(options.map((option) => sql.lit(option)));
  return sql`(array[${list}])[1 + floor(${chance(row, salt)} * ${sql.lit(options.length)})::int]`;
}

const i = sql`i::bigint`;
/** The URL of photo `n` of post `i`. The server creates names of this form: `<32 hex digits>-<width>.webp`. */
const photo = sql`'/media/' || md5(i::text || ':' || n) || '-1280.webp'`;

export async function addCatalogue(db: Database): Promise<void> {
  await sql`create temp table bench_crops (slot serial primary key, key text, en text, hi text, category text,
    units jsonb, middle float8)`.execute(db);
  await sql`create temp table bench_places (slot serial primary key, state text, district text)`.execute(db);
  await sql`insert into bench_crops (key, en, hi, category, units, middle)
    select * from jsonb_to_recordset(${JSON.stringify(cropRows())}::text::jsonb)
      as t(key text, en text, hi text, category text, units jsonb, middle float8)`.execute(db);
  await sql`insert into bench_places (state, district)
    select * from jsonb_to_recordset(${JSON.stringify(placeRows())}::text::jsonb)
      as t(state text, district text)`.execute(db);
  await sql`analyze bench_crops`.execute(db);
  await sql`analyze bench_places`.execute(db);
}

const personId = (row: RawBuilder<unknown>) =>
  sql`('01900000-0000-7000-8000-' || lpad(to_hex(${row}), 12, '0'))::uuid`;

export async function addPeople(db: Database, count: number): Promise<void> {
  await sql`
    insert into users (id, username, full_name, email, contact, aadhaar_last4, aadhaar_fingerprint, user_type,
      avatar, bio, major_product, state, district, city, village, pincode, is_verified, rating_sum, total_reviews,
      total_posts, created_at)
    select ${personId(i)}, 'person' || i,
      ${pick(i, 1, ['Gurpreet', 'Sunita', 'Ramesh', 'Lakshmi', 'Anil', 'Meena', 'Prakash'])} || ' ' ||
        ${pick(i, 2, ['Singh', 'Devi', 'Patil', 'Kumar', 'Reddy', 'Yadav', 'Jadhav'])},
      'person' || i || '@upaj.example', '98' || lpad(i::text, 8, '0'), lpad((i % 10000)::text, 4, '0'),
      md5('bench' || i), case when ${chance(i, 3)} < 0.7 then 'farmer' else 'merchant' end,
      case when ${chance(i, 4)} < 0.6 then '/media/' || md5('avatar' || i) || '-320.webp' end,
      'Selling what our own land gives.', 'Wheat', place.state, place.district, place.district, 'Rampur', '141401',
      ${chance(i, 5)} < 0.4, round((3 + 2 * ${chance(i, 6)}) * floor(40 * ${chance(i, 7)})), floor(40 * ${chance(i, 7)}), 50,
      to_timestamp(${sql.lit(beginsAt / 1000)})
    from generate_series(1, ${count}::int) i
    join bench_places place
      on place.slot = 1 + floor(${chance(i, 8)} * (select max(slot) from bench_places))::int`.execute(db);
}

interface Batch {
  from: number;
  to: number;
  count: number;
  people: number;
}

const timePerPost = ({ count }: Batch) => sql.lit(Math.floor(span / count));

/** Adds posts. Their ids and times increase with the number. */
export async function addPosts(db: Database, batch: Batch): Promise<void> {
  const { from, to, people } = batch;
  const per = timePerPost(batch);
  await sql`
    insert into posts (id, author_id, title, description, price, price_unit, original_price, quantity, category,
      crop_type, crop_key, tags, state, district, city, village, pincode, variety, harvest_date, shelf_life,
      min_order_quantity, packaging, amounts, images, search_text, is_available, is_organic, created_at,
      updated_at)
    select id, author_id, title, description, price, unit, case when ${chance(i, 30)} < 0.2 then price * 1.2 end,
      quantity, category, en, key, tags, state, district, district, village, pincode, variety,
      (created_at - interval '9 days')::date, shelf_life, '50 kg', packaging, jsonb_build_object(
        'quantity', jsonb_build_object('number', split_part(quantity, ' ', 1)::int, 'unit', 'quintal'),
        'shelLife', jsonb_build_object('number', split_part(shelf_life, ' ', 1)::int, 'unit', 'month'),
        'minorderQunatity', '{"number": 50, "unit": "kg"}'::jsonb, 'packaging', '{"code": "jute-bag"}'::jsonb),
      images,
      lower(concat_ws(' ', title, en, hi, variety) || E'\\n' ||
        concat_ws(' ', array_to_string(tags, ' '), village, district, district, state)),
      ${chance(i, 31)} >= 0.1, ${chance(i, 32)} < 0.2, created_at, created_at
    from (
      select i, ${postId(per)} as id, ${personId(sql`1 + floor(${sql.lit(people)} * power(${chance(i, 10)}, 2))::int`)} as author_id,
        ${pick(i, 11, ['Fresh', 'Premium', 'Farm fresh', 'Export quality', 'Desi', 'Hand-picked'])} || ' ' || crop.en ||
          ' from ' || place.district as title,
        substr(${sql.lit(story)}, 1 + floor(${chance(i, 12)} * 180)::int, 80 + floor(${chance(i, 13)} * 321)::int)
          as description,
        round((crop.middle * (0.75 + 0.5 * ${chance(i, 14)}) *
          case unit.name when 'per quintal' then 100 when 'per box' then 10 when 'per bag' then 40 else 1 end)::numeric,
          2) as price,
        unit.name as unit, (5 + floor(${chance(i, 15)} * 400)) || ' quintal' as quantity,
        crop.category, crop.en, crop.hi, crop.key, place.state, place.district,
        array[lower(crop.en), ${pick(i, 16, ['fresh', 'wholesale', 'bulk', 'direct', 'new'])}] as tags,
        ${pick(i, 17, ['Rampur', 'Kheri', 'Bahomajra', 'Shivpur', 'Nandgaon', 'Belur', 'Kothapalli'])} as village,
        (110000 + floor(${chance(i, 18)} * 700000))::int::text as pincode,
        ${pick(i, 19, ['', 'Local', 'Hybrid', 'Sharbati', 'Number 1'])} as variety,
        ${pick(i, 20, ['7 days', '1 month', '6 months', '12 months'])} as shelf_life,
        ${pick(i, 21, ['Jute bags', 'Crates', 'Loose', 'Boxes of 10 kg'])} as packaging,
        (select jsonb_agg(jsonb_build_object('url', ${photo}, 'width', 1280, 'height', 960,
            'thumbhash', encode(decode(md5(n::text || i), 'hex') || '\\x0102030405060708'::bytea, 'base64')))
          from generate_series(1, 1 + floor(${chance(i, 22)} * 5)::int) n) as images,
        to_timestamp((${sql.lit(beginsAt)} + i::bigint * ${per}) / 1000.0) as created_at
      from generate_series(${from}::int, ${to}::int) i
      join bench_crops crop
        on crop.slot = 1 + floor(${chance(i, 24)} * (select max(slot) from bench_crops))::int
      join bench_places place
        on place.slot = 1 + floor(${chance(i, 25)} * (select max(slot) from bench_places))::int
      cross join lateral (
        select crop.units ->> floor(power(${chance(i, 26)}, 2) * jsonb_array_length(crop.units))::int as name
      ) unit
    ) made`.execute(db);
}

export async function addWords(db: Database): Promise<void> {
  // Building the index afterwards is faster than filling it row by row.
  await sql`alter table post_words drop constraint post_words_pkey`.execute(db);
  await sql`insert into post_words (word, rank, post_id)
    select word, rank, id from posts, ranked_words_of(search_text)`.execute(db);
  await sql`alter table post_words add primary key (word, rank, post_id)`.execute(db);
  await sql`insert into search_words select distinct word from post_words order by word on conflict do nothing`.execute(
    db,
  );
}

export async function addCounts(db: Database, batch: Batch): Promise<void> {
  const { from, to } = batch;
  await sql`
    insert into post_counts (post_id, likes, popularity, comments, views)
    select id, likes, likes, likes / 8, likes * 9 from (
      select ${postId(timePerPost(batch))} as id, floor(300 * power(${chance(i, 23)}, 6))::int as likes
      from generate_series(${from}::int, ${to}::int) i
    ) made`.execute(db);
}

/** Makes a UUIDv7 from 48 bits of time and pseudo-random digits. */
function postId(per: RawBuilder<unknown>): RawBuilder<string> {
  const time = sql`lpad(to_hex(${sql.lit(beginsAt)} + i::bigint * ${per}), 12, '0')`;
  const rest = sql`md5('post' || i)`;
  return sql`(${time} || '7' || substr(${rest}, 1, 3) || '8' || substr(${rest}, 4, 15))::uuid`;
}

export async function addLikes(db: Database, people: number): Promise<void> {
  await sql`
    insert into likes (user_id, post_id)
    select ${personId(i)}, post.id
    from generate_series(1, ${Math.min(people, 200)}::int) i
    cross join lateral (
      select id from (select id from posts order by id desc limit 2000) newest
      where (hashtext(id::text) + i) % 40 = 0
    ) post
    on conflict do nothing`.execute(db);
}

/** Lets the user like every twentieth of the newest posts. */
export async function addLikesOf(db: Database, userId: string): Promise<void> {
  await sql`
    insert into likes (user_id, post_id)
    select ${userId}, id from (
      select id, row_number() over (order by id desc) as place from posts order by id desc limit 10000
    ) newest where place % 20 = 3`.execute(db);
}
