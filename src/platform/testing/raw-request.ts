import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Sends the addresses exactly as they are written, where `fetch` and `inject` would normalize them, and returns the status of
 * each. All of them must be parsable, because the server answers none after one that isn't.
 */
export async function sendRaw(
  port: number,
  addresses: readonly string[],
  { method = 'GET', host = 'localhost' }: { method?: string; host?: string } = {},
): Promise<number[]> {
  const socket = connect(port, '127.0.0.1');
  const last = addresses.length - 1;
  for (const [index, address] of addresses.entries())
    socket.write(
      `${method} ${address} HTTP/1.1\r\nhost: ${host}\r\n${index === last ? 'connection: close\r\n' : ''}\r\n`,
    );
  const responses = await text(socket);
  return Array.from(responses.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
}

/** Ways to write the same path, some of which a router, a proxy or a browser understands as the path. */
export function spellPath(path: string, hosts: readonly string[]): string[] {
  const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(path) ?? [];
  const encode = (letters: string) =>
    Array.from(letters, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  const encoded = `/${encode(first.slice(0, 1))}${first.slice(1)}${rest}`;
  return [
    path,
    encoded,
    `/${encode(first)}${rest}`,
    encoded.replaceAll('%', '%25'),
    encoded.replaceAll('%', '%2525'),
    `/${first.toUpperCase()}${rest}`,
    `/${path}`,
    `///${path}`,
    `/\\${path}`,
    `/\\${first}${rest}`,
    `/${first}\\${rest.slice(1)}`,
    `/.${path}`,
    `/%2e${path}`,
    `/training/..${path}`,
    `/training/%2E%2e${path}`,
    `/training/..%2f${path.slice(1)}`,
    `/%2f${path.slice(1)}`,
    `${path}?x=1`,
    `${encoded}#x`,
    ...hosts.flatMap((host) => [`http://${host}${path}`, `HTTPS://${host}${encoded}`, `http://user@${host}${path}`]),
  ];
}
