import fc from 'fast-check';
import type { SocketMessageForm } from '@upaj/contract/chat/messages';
import { errors, type ErrorCode } from '@upaj/contract/errors';
import { connectSocket, openSocket } from '#test/socket.ts';
import { hostileValue } from './hostile.ts';
import { chance, pick, type Draw } from './schema-values.ts';
import { patience } from './send.ts';
import type { Member, World } from './world.ts';

export async function sendEvents(
  url: string,
  member: Member,
  world: World,
  draw: Draw,
): Promise<{ sent: number; faults: string[] }> {
  const faults: string[] = [];
  let sent = 0;
  const socket = openSocket(url, member.client);
  try {
    await connectSocket(socket);
  } catch {
    return { sent, faults };
  }
  while (sent < 6 && socket.connected) {
    const message: Record<string, unknown> = {
      userId: pick(world.members, draw).id,
      text: 'Is it still for sale?',
      clientId: draw(fc.uuid, { version: 7 }),
    };
    if (chance(50, draw)) message[pick(['userId', 'text', 'clientId', 'postId'], draw)] = smallValue(draw);
    const payload = (chance(10, draw) ? smallValue(draw) : message) as SocketMessageForm;
    sent += 1;
    socket.emit('typing', smallValue(draw) as never);
    try {
      const answer = await socket.timeout(patience).emitWithAck('send', payload);
      const isFine = 'newMessage' in answer || errors[answer.code as ErrorCode].status < 500;
      if (!isFine) faults.push(`a message over the socket was answered ${JSON.stringify(answer)}`);
    } catch {
      // No acknowledgement is a fault only while the socket is open: a payload that is too large closes it.
      if (socket.connected)
        faults.push(`a message over the socket had no answer: ${JSON.stringify(payload)}`.slice(0, 500));
    }
  }
  socket.disconnect();
  return { sent, faults };
}

function smallValue(draw: Draw): unknown {
  const value = hostileValue(draw);
  return (JSON.stringify(value) ?? '').length < 9_000 || chance(5, draw) ? value : null;
}
