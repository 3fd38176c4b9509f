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
  /** What the next senders are answered instead of a yes. */
  refusals: string[];
  /** How many senders wait for their answer. */
  readonly held: number;
  /** From now on senders are left without an answer. */
  hold(): void;
  /** Everybody who waits is answered. */
  release(): void;
  /** Nobody answers at this address any more, until it is opened again. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** As much of SMTP as a mail needs. To be called at the top of a test file. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const refusals: string[] = [];
  const sockets = new Set<Socket>();
  let isHolding = false;
  let waiting: (() => void)[] = [];

  function converse(socket: Socket): void {
    let mail: ReceivedMail = { from: '', to: [], data: '' };
    let isData = false;
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const answerSender = (): void => say(refusals.shift() ?? '250 fine');
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    say('220 ready');
    createInterface(socket).on('line', (line) => {
      if (isData) {
        if (line !== '.') {
          mail.data += `${line}\n`;
          return;
        }
        isData = false;
        received.push(mail);
        mail = { from: '', to: [], data: '' };
        say('250 taken');
      } else if (line.startsWith('EHLO')) say('250 hello');
      else if (line.startsWith('MAIL')) {
        mail.from = line;
        if (isHolding) waiting.push(answerSender);
        else answerSender();
      } else if (line.startsWith('RCPT')) {
        mail.to.push(line);
        say('250 fine');
      } else if (line.startsWith('DATA')) {
        isData = true;
        say('354 go on');
      } else if (line.startsWith('RSET')) {
        mail = { from: '', to: [], data: '' };
        say('250 fine');
      } else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
      else say('502 what?');
    });
  }

  const server = createServer(converse).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  afterAll(async () => {
    if (server.listening) await close();
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    get held() {
      return waiting.length;
    },
    hold() {
      isHolding = true;
    },
    release() {
      isHolding = false;
      for (const answer of waiting) answer();
      waiting = [];
    },
    close,
    async open() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
