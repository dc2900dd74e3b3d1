import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Reads numbers of Redis's INFO by their names. */
export async function readRedisInfo(url: string): Promise<(name: string) => number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end('INFO\r\nQUIT\r\n');
  const info = await text(socket);
  return (name) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
}
