import { getTextDirection, intlTag, type Locale } from '#platform/shared/locale.ts';
import type { MailPart } from './quotes.ts';

interface MailLink {
  label: string;
  url: string;
}

/** Why the recipient gets the mail, and how to stop it. */
export interface MailFooter {
  reason: string;
  manage: MailLink;
  /** The page that ends these mails. Mail programs use the same address for one-click unsubscribe (RFC 8058). */
  unsubscribe: MailLink;
}

export interface MailContent {
  locale: Locale;
  brandName: string;
  subject: string;
  parts: readonly MailPart[];
  /** Shown in large type above the text. */
  code?: string;
  action?: MailLink;
  footer?: MailFooter;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Uses tables and style attributes, which every mail program supports, and no external resources. */
export function renderMailHtml({ locale, brandName, subject, parts, code, action, footer }: MailContent): string {
  const preview = `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(getPreview(parts))}</div>`;
  const paragraphs = parts
    .map(({ isQuote, text }) => (isQuote ? renderQuote(text) : renderParagraphs(text)))
    .join('\n');
  const codeBlock = code
    ? `<p dir="ltr" style="margin:0 0 24px;text-align:center;padding:16px;border-radius:10px;background:#f4f7f6;font:600 32px/1.2 ui-monospace,monospace;letter-spacing:8px">${escapeHtml(code)}</p>\n`
    : '';
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" target="_blank" style="display:inline-block;padding:14px 24px;border-radius:10px;background:#005f6b;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p dir="ltr" style="margin:0 0 16px;text-align:${getTextDirection(locale) === 'rtl' ? 'right' : 'left'};font-size:13px;color:#38535a;word-break:break-all">${escapeHtml(action.url)}</p>`
    : '';
  return `<!doctype html>
<html lang="${intlTag(locale)}" dir="${getTextDirection(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f4f7f6;color:#06232b;font:17px/1.5 system-ui,sans-serif">
${preview}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:10px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:15px;font-weight:600;color:#005f6b">${escapeHtml(brandName)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(subject)}</h1>
${codeBlock}${paragraphs}
${button}</td></tr></table>
${footer ? renderFooter(footer) : ''}</td></tr></table>
</body>
</html>
`;
}

/** The text that mail programs list after the subject: otherwise they show the association's name and the subject again. */
function getPreview(parts: readonly MailPart[]): string {
  const [, afterGreeting = ''] = parts[0]?.text.split(/\n{2,}/) ?? [];
  return afterGreeting;
}

function renderFooter({ reason, manage, unsubscribe }: MailFooter): string {
  const links = [manage, unsubscribe].map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" target="_blank" style="color:#38535a">${escapeHtml(label)}</a>`,
  );
  return `<p style="max-width:560px;margin:16px 0 0;font-size:13px;color:#38535a">${[escapeHtml(reason), ...links].join(' · ')}</p>\n`;
}

function renderParagraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
}

/** Sets text by another person apart from our own. */
function renderQuote(text: string): string {
  const lines = escapeHtml(text).replaceAll(/\r\n?|\n/g, '<br>');
  return `<blockquote dir="auto" style="margin:0 0 16px;padding:2px 16px;border-left:3px solid #9fb8bd;border-right:3px solid #9fb8bd;color:#38535a">${lines}</blockquote>`;
}

export function renderMailText({ parts, code, action, footer, brandName }: MailContent): string {
  const body = parts.map(({ isQuote, text }) => (isQuote ? text.replaceAll(/^/gm, '> ') : text)).join('\n\n');
  const [greeting = '', ...paragraphs] = body.split('\n\n');
  const blocks = [
    greeting,
    ...(code ? [code] : []),
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `-- \n${brandName}`,
    ...(footer ? [renderTextFooter(footer)] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function renderTextFooter({ reason, manage, unsubscribe }: MailFooter): string {
  return [reason, ...[manage, unsubscribe].map(({ label, url }) => `${label}: ${url}`)].join('\n');
}
