import { escapeHtml } from '#platform/server/mail/layout.ts';
import type { Messages, MessageValues } from '#platform/server/i18n/messages.ts';
import { getTextDirection, intlTag, type Locale } from '#platform/shared/locale.ts';
import { toIsoDate } from '#platform/shared/dates.ts';

export interface ExportedTableSummary {
  table: string;
  rows: number;
  files: number;
}

interface ExportPageContents {
  fullName: string;
  at: Date;
  parts: readonly ExportedTableSummary[];
}

/** The index page of an export. It loads nothing, so it works offline. */
export function renderExportPage(
  messages: Messages,
  locale: Locale,
  { fullName, at, parts }: ExportPageContents,
): string {
  const language = messages.localeOf(locale, 'account.export.page.title');
  const text = (key: string, values: MessageValues = {}) => escapeHtml(messages.format(locale, key, values));
  const link = (path: string) => `<a href="${escapeHtml(encodeURI(path))}" dir="ltr">${escapeHtml(path)}</a>`;
  const items = parts.map(({ table, rows, files }) => {
    const paths = [`${link(`data/${table}.json`)} ${text('account.export.page.rows', { count: rows })}`];
    if (files > 0) paths.push(`${link(`files/${table}/`)} ${text('account.export.page.files', { count: files })}`);
    return `<li><span>${text(`account.export.table.${table}`)}</span><span>${paths.join('<br>')}</span></li>`;
  });
  const title = text('account.export.page.title', { name: fullName });
  return `<!doctype html>
<html lang="${intlTag(language)}" dir="${getTextDirection(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>
:root { color-scheme: light dark; --ground: #f4f7f6; --text: #06232b; --quiet: #38535a; --line: #c9d6d6; --link: #005f6b }
@media (prefers-color-scheme: dark) { :root { --ground: #06181d; --text: #e6f0ef; --quiet: #a9c0c2; --line: #24424a; --link: #6fd0d6 } }
body { margin: 0 auto; padding: 32px 16px; max-width: 60rem; background: var(--ground); color: var(--text); font: 17px/1.5 system-ui, sans-serif }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 8px }
p { margin: 0 0 16px; max-width: 40rem }
ul { list-style: none; margin: 24px 0 0; padding: 0; border-block-start: 1px solid var(--line) }
li { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 4px 24px; padding-block: 12px; border-block-end: 1px solid var(--line) }
li span + span { color: var(--quiet) }
a { color: var(--link); overflow-wrap: anywhere }
</style></head>
<body>
<h1>${title}</h1>
<p>${text('account.export.page.made', { at: toIsoDate(at) })}</p>
<p>${text('account.export.page.text')}</p>
<ul>
${items.join('\n')}
</ul>
</body>
</html>
`;
}
