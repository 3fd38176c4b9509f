import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';

export interface ReceivedMail {
  from: string;
  to: string[];
  data: string;
}

export interface SmtpServer {
  url: string;
  received: ReceivedMail[];
  /** Error replies to the next MAIL commands, in order. */
  rejections: string[];
  /** The number of clients waiting for a reply. */
  readonly held: number;
  /** Stops replying to MAIL commands until `release`. */
  hold(): void;
  /** Replies to all waiting clients. */
  release(): void;
  /** Stops listening until `open` is called. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** A minimal SMTP server for a whole test file, or until something else ends. */
export async function startSmtpServer(until: (close: () => Promise<void>) => void = afterAll): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const rejections: string[] = [];
  const sockets = new Set<Socket>();
  let isHolding = false;
  let waiting: (() => void)[] = [];

  function handleConnection(socket: Socket): void {
    let mail: ReceivedMail = { from: '', to: [], data: '' };
    let isData = false;
    const reply = (line: string): void => void socket.write(`${line}\r\n`);
    const replyToSender = (): void => reply(rejections.shift() ?? '250 fine');
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    reply('220 ready');
    createInterface(socket).on('line', (line) => {
      if (isData) {
        if (line !== '.') {
          mail.data += `${line}\n`;
          return;
        }
        isData = false;
        received.push(mail);
        mail = { from: '', to: [], data: '' };
        reply('250 taken');
      } else if (line.startsWith('EHLO')) reply('250 hello');
      else if (line.startsWith('MAIL')) {
        mail.from = line;
        if (isHolding) waiting.push(replyToSender);
        else replyToSender();
      } else if (line.startsWith('RCPT')) {
        mail.to.push(line);
        reply('250 fine');
      } else if (line.startsWith('DATA')) {
        isData = true;
        reply('354 start mail input');
      } else if (line.startsWith('RSET')) {
        mail = { from: '', to: [], data: '' };
        reply('250 fine');
      } else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
      else reply('502 what?');
    });
  }

  const server = createServer(handleConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  until(async () => {
    if (server.listening) await close();
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    rejections,
    get held() {
      return waiting.length;
    },
    hold() {
      isHolding = true;
    },
    release() {
      isHolding = false;
      for (const replyToClient of waiting) replyToClient();
      waiting = [];
    },
    close,
    async open() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
