import { createServer, type Server } from 'node:http';
import { Pool } from 'pg';

const type = 'application/json; charset=utf-8';

/** L1, of HTTP: the same bytes from memory. */
export function serveFromMemory(body: Buffer): Server {
  return createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': body.length });
    response.end(body);
  });
}

/**
 * L2, without a cache: one prepared statement builds the response, without mandi prices. A given `total`
 * replaces the count, which makes the limit stricter.
 */
export function serveFromQuery(
  databaseUrl: string,
  poolSize: number,
  viewerId: string,
  total: number | undefined,
): Server {
  const pool = new Pool({ connectionString: databaseUrl, max: poolSize });
  const name = 'feed';
  const text = firstPage(total);
  const values = [viewerId];
  return createServer((_request, response) => {
    pool.query<{ body: string }>({ name, text, values }).then(
      ({ rows: [row] }) => {
        const body = Buffer.from(row?.body ?? '');
        response.writeHead(200, { 'content-type': type, 'content-length': body.length });
        response.end(body);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
}

/** `to_char` is the fastest; `to_json` formats other digits. */
const time = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Hand-tuned: the newest 21 by primary key, one author each, likes of the 20 shown, JSON built once at the
 * end.
 */
function firstPage(given: number | undefined): string {
  const total = given ?? '(select count(*) from (select from posts limit 10001) counted)';
  return `
  with newest as materialized (select * from posts order by id desc limit 21),
  shown as (
    select newest.id, left(json_build_object(
      '_id', newest.id, 'title', title, 'description', description,
      'price', price, 'priceUnit', price_unit, 'pricePerKg', price_per_kg,
      'originalPrice', original_price, 'quantity', quantity,
      'category', category, 'cropType', crop_type, 'tags', tags,
      'images', jsonb_path_query_array(images, '$[*].url'),
      'imageInfo', images,
      'location', json_build_object('state', newest.state, 'district', newest.district, 'city', newest.city,
        'village', newest.village, 'pincode', newest.pincode),
      'isAvailable', is_available, 'isOrganic', is_organic, 'isFeatured', is_featured,
      'createdAt', ${time('newest.created_at')},
      'specifications', json_build_object('variety', variety, 'harvestDate', harvest_date,
        'shelLife', shelf_life, 'minorderQunatity', min_order_quantity, 'packaging', packaging),
      'author', json_build_object(
        '_id', users.id, 'username', username, 'fullName', full_name, 'avatar', avatar,
        'userType', user_type, 'isVerified', is_verified, 'rating', rating,
        'totalReviews', total_reviews, 'createdAt', ${time('users.created_at')})
    )::text, -1) || ',"marketPrice":null,"likesCount":' || likes || ',"comments":' || comments || ',"views":' || views
      || ',"isLiked":' || case when liked.post_id is null then 'false}' else 'true}' end as json
    from (select * from newest order by id desc limit 20) newest
    join users on users.id = author_id
    join post_counts on post_counts.post_id = newest.id
    left join likes liked on liked.user_id = $1 and liked.post_id = newest.id
  ),
  counted as (select ${total} as total)
  select '{"statusCode":200,"success":true,"message":"Posts","data":[' || string_agg(json, ',' order by shown.id desc)
    || '],"page":{"nextCursor":' || case when (select count(*) from newest) > 20 then '"' || translate(
      encode(convert_to('[null,"' || (array_agg(shown.id order by shown.id))[1] || '",' || max(total) || ']', 'utf8'),
        'base64'), E'+/=\\n', '-_') || '"' else 'null' end
    || ',"total":' || case when max(total) > 10000 then '"10,000+"' else max(total)::text end || '}}' as body
  from shown, counted`;
}
