import { createServer, type Server } from 'node:http';
import { Pool } from 'pg';
import { Server as SocketServer } from 'socket.io';
import { randomUUID } from 'node:crypto';

interface Form {
  userId: string;
  text: string;
}

/** No authentication, one prepared INSERT per message, no rules. */
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
          // The sender's other devices, too.
          socket.to(userId).to(senderId).emit('newMessage', message);
          response({ newMessage: message });
        });
    });
  });
  return server;
}
