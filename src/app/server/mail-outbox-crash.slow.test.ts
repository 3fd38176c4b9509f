import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findFreePort } from '#test/support/free-port.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { createSeededDatabase } from '#test/support/api/seeded-template-testing.ts';
import { startSmtpServer } from '#platform/testing/smtp-server.ts';
import { SpawnedPortal } from '#test/support/api/spawned-portal.ts';

const folder = await createTemporaryFolder();
const { pool, connection } = await createSeededDatabase();
const smtp = await startSmtpServer();
const port = String(await findFreePort());
const settings = {
  DATA_DIR: join(folder, 'data'),
  PORT: port,
  BASE_URL: `http://localhost:${port}`,
  DATABASE_URL: `postgres://${connection.user}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host ?? '')}`,
  SMTP_URL: smtp.url,
  LOG_LEVEL: 'silent',
};
const diver = { sub: 'd1be0000-0000-5000-8000-000000000001', affiliateId: 400_001 };
const started: SpawnedPortal[] = [];
let portal: SpawnedPortal;
let password = 'Diver123';
let changes = 0;

function launch(overrides: Record<string, string> = {}): Promise<SpawnedPortal> {
  const fresh = new SpawnedPortal({ ...settings, ...overrides });
  started.push(fresh);
  return fresh.ready();
}

/** Each change sends one notification and one mail. */
async function changePassword(at: string = portal.port): Promise<void> {
  const next = `Kelp-Lantern-${++changes}-Tide`;
  const answer = await fetch(`http://localhost:${at}/api/account/password/change`, {
    method: 'POST',
    headers: { ...(await portal.headersOf(diver)), 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'diver@demo.test', oldPassword: password, newPassword: next }),
  });
  expect(answer.status).toBe(200);
  password = next;
}

/** Simulates the time after which the queue considers a process dead. Call it only while no portal is running. */
async function waitForDeadWorkers(): Promise<void> {
  await pool.query(`
    update pgboss.queue set monitor_claim_on = monitor_claim_on - interval '1 minute';
    update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active';
    update mail_outbox set claimed_until = claimed_until - interval '1 minute'`);
}

/** Simulates the retry delay of failed mails. */
async function waitForRetryDelays(): Promise<void> {
  await pool.query("update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'");
}

interface OutboxRow {
  id: string;
  state: string;
  attempts: number;
  last_error: string | null;
}

async function readOutbox(): Promise<OutboxRow[]> {
  return (await pool.query('select id, state, attempts, last_error from mail_outbox order by created_at')).rows;
}

const statesOf = async () => (await readOutbox()).map(({ state }) => state);
const countJobs = async (where: string) =>
  (await pool.query(`select from pgboss.job where name = 'mail' and ${where}`)).rowCount;
const countNotified = async () =>
  (await pool.query("select from notification where kind = 'account.password_changed'")).rowCount ?? 0;
let notifiedBefore = 0;
const receivedIds = () => smtp.received.map(({ data }) => /^Message-ID: (.*)$/m.exec(data)?.[1]);

/** Checks that each change sent one notification and one mail, with the Message-ID of its outbox row. */
async function expectEachOnce(count: number): Promise<void> {
  // Without pending jobs no mail can be sent twice.
  await expect
    .poll(async () => {
      await waitForRetryDelays();
      return countJobs("state <> 'completed'");
    })
    .toBe(0);
  const outbox = await readOutbox();
  expect(outbox.map(({ state }) => state)).toEqual(Array.from({ length: count }, () => 'sent'));
  expect(receivedIds().toSorted()).toEqual(outbox.map(({ id }) => `<${id}@localhost>`).toSorted());
  expect((await countNotified()) - notifiedBefore).toBe(count);
}

beforeAll(async () => {
  portal = await launch();
}, 180_000);

beforeEach(async () => {
  smtp.received.length = 0;
  notifiedBefore = await countNotified();
  await pool.query("delete from mail_outbox; delete from pgboss.job where name = 'mail'");
});

afterAll(async () => {
  for (const process of started) await process.kill('SIGKILL');
}, 60_000);

describe('process killed between commit and mail', () => {
  it('sends the mail once from the next process when killed during SMTP', async () => {
    smtp.hold();
    await changePassword();
    await expect.poll(() => smtp.held).toBe(1);
    await portal.kill('SIGKILL');
    smtp.release();
    expect(await statesOf()).toEqual(['waiting']);
    await waitForDeadWorkers();
    portal = await launch();
    await expectEachOnce(1);
  }, 60_000);

  it('sends all pending mails once after the mail server was unreachable', async () => {
    await smtp.close();
    for (let count = 0; count < 4; count++) await changePassword();
    await portal.kill('SIGKILL');
    expect(await statesOf()).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    await smtp.open();
    await waitForDeadWorkers();
    portal = await launch();
    await expectEachOnce(4);
  }, 60_000);
});

describe('mail server that rejects', () => {
  it('temporarily is retried with growing delays and gets the mail once', async () => {
    smtp.rejections.push('451 come back later', '450 busy');
    await changePassword();
    const delays: number[] = [];
    for (const attempts of [1, 2]) {
      await expect.poll(async () => (await readOutbox())[0]?.attempts).toBe(attempts);
      await expect.poll(() => countJobs("state = 'retry'")).toBe(1);
      const { rows } = await pool.query(`select extract(epoch from start_after - now())::float8 as delay_s
        from pgboss.job where name = 'mail' and state = 'retry'`);
      delays.push(rows[0].delay_s);
      await waitForRetryDelays();
    }
    await expectEachOnce(1);
    expect((await readOutbox())[0]).toMatchObject({ attempts: 3, last_error: null });
    expect(delays[1]).toBeGreaterThan(delays[0] ?? Infinity);
  }, 60_000);

  it('permanently is not retried, and the outbox page shows the error', async () => {
    smtp.rejections.push('550 no such mailbox');
    await changePassword();
    await expect.poll(() => statesOf()).toEqual(['refused']);
    await expect.poll(() => countJobs("state = 'completed'")).toBe(1);
    const [mail] = await readOutbox();
    expect(mail).toMatchObject({ attempts: 1, last_error: expect.stringContaining('no such mailbox') });
    expect(smtp.received).toEqual([]);
    const page = await (await fetch(`${portal.baseUrl}/dev/outbox/${mail?.id}`)).text();
    expect(page).toContain('refused');
    expect(page).toContain('no such mailbox');
  });
});

describe('two processes on one database', () => {
  it('send each of twenty mails once', async () => {
    const other = await launch({ PORT: String(await findFreePort()), DATA_DIR: join(folder, 'other') });
    for (let count = 0; count < 10; count++) {
      await changePassword(portal.port);
      await changePassword(other.port);
    }
    await expectEachOnce(20);
    expect(smtp.received).toHaveLength(20);
  }, 60_000);
});
