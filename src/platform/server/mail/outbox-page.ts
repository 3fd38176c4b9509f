import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { fail } from '#platform/shared/errors.ts';
import type { Services } from '#platform/server/http/context.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { parseInput } from '#platform/server/http/errors.ts';
import { escapeHtml } from './layout.ts';

const entryColumns = ['id', 'to_address', 'locale', 'subject', 'state', 'created_at'] as const;

const listMails = query((db, p: Params<{ to: string | null }>) =>
  db
    .selectFrom('mail_outbox')
    .select(entryColumns)
    .where((eb) =>
      eb.or([eb(eb.cast(p.to, 'text'), 'is', null), eb(eb.fn('lower', ['to_address']), '=', eb.fn('lower', [p.to]))]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(200),
);
const findMail = query((db, p: Params<{ id: string }>) =>
  db
    .selectFrom('mail_outbox')
    .select([...entryColumns, 'text', 'html', 'headers', 'attempts', 'last_error'])
    .where('id', '=', p.id),
);

const Query = z.object({ to: z.string().max(254).optional() });
const PathParams = z.object({ id: z.uuid() });

/** A page for developers that shows the mails of the outbox. Not available in production. */
export function registerOutboxPage(app: FastifyInstance, { env, database }: Pick<Services, 'env' | 'database'>): void {
  if (env.isProduction) return;
  app.get('/dev/outbox', async (request, reply) => {
    const mails = await listMails(database.db, { to: parseInput(Query, request.query).to ?? null });
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(renderListPage(mails));
  });
  app.get('/dev/outbox/:id', async (request, reply) => {
    const params = PathParams.safeParse(request.params);
    const mail = params.success ? await findMail.first(database.db, params.data) : undefined;
    if (mail === undefined) throw fail('not_found');
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(renderMailPage(mail));
  });
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#d8e1e1, #1e383f); --accent: light-dark(#005864, #6fd3d0) }
body { margin: 0 auto; padding: 32px 16px; max-width: 1120px; font: 15px/22px system-ui, sans-serif;
  background: light-dark(#f4f7f6, #07161a); color: light-dark(#06232b, #eaf4f3) }
h1 { font-size: 32px; line-height: 38px; margin: 0 0 24px } h2 { font-size: 22px; line-height: 28px }
a { color: var(--accent) } table { width: 100%; border-collapse: collapse }
th, td { text-align: start; vertical-align: top; padding: 10px 16px 10px 0; border-bottom: 1px solid var(--line) }
pre { white-space: pre-wrap; overflow-wrap: anywhere } pre, iframe { padding: 16px; border: 1px solid var(--line);
  border-radius: 10px; background: light-dark(#ffffff, #0d2126) }
iframe { box-sizing: border-box; width: 100%; height: 640px; padding: 0 }`;

function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}
</main></body></html>
`;
}

function renderListPage(mails: Row<typeof listMails>[]): string {
  if (mails.length === 0) return renderPage('Outbox', '<p>No emails yet.</p>');
  const rows = mails.map(
    (mail) => `<tr><td>${mail.created_at.toISOString()}</td><td>${escapeHtml(mail.to_address)}</td>
<td><a href="/dev/outbox/${mail.id}" dir="auto">${escapeHtml(mail.subject)}</a></td><td>${escapeHtml(mail.locale)}</td><td>${escapeHtml(mail.state)}</td></tr>`,
  );
  return renderPage(
    'Outbox',
    `<table><thead><tr><th>Created</th><th>To</th><th>Subject</th><th>Language</th><th>Status</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`,
  );
}

function renderMailPage(mail: Row<typeof findMail>): string {
  const details = {
    To: mail.to_address,
    ...mail.headers,
    Created: mail.created_at.toISOString(),
    Status: mail.state,
    Attempts: String(mail.attempts),
    ...(mail.last_error === null ? {} : { 'Last error': mail.last_error }),
  };
  const rows = Object.entries(details).map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  // The sandbox allows links in a new tab, but no scripts, no forms and no access to this page.
  return renderPage(
    mail.subject,
    `<p><a href="/dev/outbox">Outbox</a></p><table><tbody>${rows.join('\n')}</tbody></table>
<h2>Text</h2><pre dir="auto">${linkify(escapeHtml(mail.text))}</pre>
<h2>HTML</h2><iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(mail.html)}"></iframe>`,
  );
}

function linkify(escaped: string): string {
  return escaped.replaceAll(/https?:\/\/[^\s<]+/g, '<a href="$&">$&</a>');
}
