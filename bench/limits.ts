import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Pool } from 'pg';
import { Server as SocketServer } from 'socket.io';

const type = 'application/json; charset=utf-8';

/** L1 is the limit of HTTP: it returns the same bytes from memory. */
export function serveFromMemory(body: Buffer): Server {
  return createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': body.length });
    response.end(body);
  });
}

interface QueryOptions {
  viewerId: string;
  /**
   * True counts the posts only once. That is a harder limit for the app, and fair, because the app has totals in memory
   * too.
   */
  isCountedOnce: boolean;
}

/** L2 is the limit without a cache: one prepared statement builds the response, without mandi prices. */
export async function serveFromQuery(
  databaseUrl: string,
  max: number,
  options: QueryOptions,
): Promise<Server> {
  const pool = new Pool({ connectionString: databaseUrl, max });
  const counts = `select available, case when available <= 10000 then ${count(false)} else 0 end as sold_out
    from (select ${count(true)} as available offset 0) first_part`;
  const { rows: counted } = await pool.query<{ available: string; sold_out: string }>(counts);
  const { available, sold_out } = counted[0] ?? {};
  const text = firstPage(
    options.isCountedOnce ? `select ${available} as available, ${sold_out} as sold_out` : counts,
  );
  const values = [options.viewerId];
  return serveBodies(async () => {
    const { rows } = await pool.query<{ body: string }>({ name: 'feed', text, values });
    return rows[0]?.body ?? '';
  });
}

const view = /,"likesCount":\d+,"comments":\d+,"views":\d+,"isLiked":(?:true|false),"isSaved":(?:true|false)/;
const views = `
  select post_id as id, likes as "likesCount", comments, views,
    exists (select from likes where user_id = $1 and likes.post_id = post_counts.post_id) as "isLiked",
    exists (select from saved_posts saved where user_id = $1 and saved.post_id = post_counts.post_id) as "isSaved"
  from post_counts where post_id = any($2)`;

/**
 * L3 is the limit with a cache: it has the page and the session in memory, and reads what differs by viewer with one
 * prepared statement.
 */
export function serveViews(databaseUrl: string, max: number, body: string, sessions: Record<string, string>) {
  const pool = new Pool({ connectionString: databaseUrl, max });
  const users = new Map(Object.entries(sessions));
  const pieces = body.split(view);
  const ids = (JSON.parse(body) as { data: { _id: string }[] }).data.map(({ _id }) => _id);
  return serveBodies(async ({ headers }) => {
    const values = [users.get(headers.cookie ?? ''), ids];
    const { rows } = await pool.query<{ id: string }>({ name: 'views', text: views, values });
    const found = new Map(rows.map(({ id, ...counts }) => [id, `,${JSON.stringify(counts).slice(1, -1)}`]));
    return pieces.reduce((text, piece, index) => text + (found.get(ids[index - 1] ?? '') ?? '') + piece);
  });
}

function serveBodies(makeBody: (request: IncomingMessage) => Promise<string>): Server {
  return createServer((request, response) => {
    makeBody(request).then(
      (text) => {
        const body = Buffer.from(text);
        response.writeHead(200, { 'content-type': type, 'content-length': body.length });
        response.end(body);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
}

/** Formats a time as the app does. `to_char` is the fastest function for it; `to_json` would write other digits. */
const time = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const total = (sum: string) => `case when ${sum} > 10000 then '"10,000+"' else ${sum}::text end`;
const count = (isAvailable: boolean) =>
  `(select count(*) from (select from posts where not is_hidden and is_available = ${isAvailable} limit 10001) counted)`;

/**
 * Reads the newest 21 posts by primary key, their authors, and the likes of the 20 shown, and builds the JSON once at
 * the end. The market needs at least 21 available posts.
 */
const firstPage = (counts: string) => `
  with newest as materialized (
    select * from posts where not is_hidden and is_available order by id desc limit 21
  ),
  shown as (
    select newest.id, left(json_build_object(
      '_id', newest.id, 'title', title, 'description', description,
      'price', price, 'priceUnit', price_unit, 'pricePerKg', price_per_kg,
      'originalPrice', original_price, 'quantity', quantity,
      'category', category, 'cropType', crop_type, 'cropKey', crop_key, 'tags', tags,
      'images', jsonb_path_query_array(images, '$[*].url'),
      'imageInfo', images,
      'location', json_build_object('state', newest.state, 'district', newest.district, 'city', newest.city,
        'village', newest.village, 'pincode', newest.pincode),
      'isAvailable', is_available, 'isOrganic', is_organic, 'isFeatured', is_featured,
      'createdAt', ${time('newest.created_at')},
      'specifications', json_build_object('variety', variety, 'harvestDate', harvest_date,
        'shelLife', shelf_life, 'minorderQunatity', min_order_quantity, 'packaging', packaging),
      'amounts', amounts,
      'author', json_build_object(
        '_id', users.id, 'username', username, 'fullName', full_name, 'avatar', avatar,
        'userType', user_type, 'isVerified', is_verified, 'verifiedFor', verified_for,
        'badgeReview', case when badge_changes <> '{}' then
          json_build_object('at', ${time('verified_at')}, 'changed', badge_changes) end,
        'hasNameOfVerified', has_name_of_verified, 'rating', rating,
        'totalReviews', total_reviews, 'record', json_build_object('completed', deals_completed,
          'confirmedPercent', case when deals_ended >= 3 then round(100.0 * deals_completed / deals_ended) end,
          'paymentDays', case when deals_ended >= 3 and user_type = 'merchant' then payment_days end),
        'createdAt', ${time('users.created_at')})
    )::text, -1) || ',"marketPrice":null,"likesCount":' || likes || ',"comments":' || comments || ',"views":' || views
      || ',"isLiked":' || case when liked.post_id is null then 'false' else 'true' end
      || ',"isSaved":' || case when saved.post_id is null then 'false' else 'true' end || ',"distanceKm":null}' as json
    from (select * from newest order by id desc limit 20) newest
    join users on users.id = author_id
    join post_counts on post_counts.post_id = newest.id
    left join likes liked on liked.user_id = $1 and liked.post_id = newest.id
    left join saved_posts saved on saved.user_id = $1 and saved.post_id = newest.id
  ),
  counted as (${counts})
  select '{"statusCode":200,"success":true,"message":"Posts","data":[' || string_agg(json, ',' order by shown.id desc)
    || '],"page":{"nextCursor":"' || translate(
      encode(convert_to('[true,null,"' || (array_agg(shown.id order by shown.id))[1] || '",' || max(available) || ','
        || max(sold_out) || ',"filter"]', 'utf8'), 'base64'), E'+/=\\n', '-_')
    || '","total":' || ${total('max(available + sold_out)')}
    || ',"available":' || ${total('max(available)')} || '}}' as body
  from shown, counted`;

interface Form {
  userId: string;
  text: string;
}

/** The limit of the chat: it inserts one row for each message, without authentication and rules. */
export async function relayMessages(databaseUrl: string, poolSize: number): Promise<Server> {
  const pool = new Pool({ connectionString: databaseUrl, max: poolSize });
  await pool.query(`create table if not exists bench_messages (
    id uuid primary key, sender_id uuid not null, receiver_id uuid not null, text text not null,
    created_at timestamptz not null)`);
  const server = createServer();
  const io = new SocketServer(server, { serveClient: false });
  io.on('connection', (socket) => {
    const senderId = String(socket.handshake.query['userId']);
    void socket.join(senderId);
    socket.on('send', ({ userId, text }: Form, response: (sent: object) => void) => {
      const message = { _id: randomUUID(), senderId, receiverId: userId, text, createdAt: new Date() };
      void pool
        .query({
          name: 'add',
          text: 'insert into bench_messages values ($1, $2, $3, $4, $5)',
          values: Object.values(message),
        })
        .then(() => {
          // The message also goes to the sender's other devices.
          socket.to(userId).to(senderId).emit('newMessage', message);
          response({ newMessage: message });
        });
    });
  });
  return server;
}
