import { loadBrand } from '#platform/server/config/brand.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import type { Messages, MessageValues } from '#platform/server/i18n/messages.ts';
import { createMailFooter } from '#features/notifications/server/public.ts';
import type { Notice } from '#features/notifications/shared/notice.ts';
import { type deskEndpoints, fail } from '#features/association/shared/contract.ts';
import { createSampleValues, sampleCodes } from './mail-samples.ts';

/** Belongs to no one, so the unsubscribe link of a preview changes nothing. */
const sampleUuid = '00000000-0000-0000-0000-000000000000';

interface MailTemplateEntry {
  template: string;
  area: string;
  /** Null for required mails without a notification. */
  notice: Notice | null;
}

/** All message keys with a mail subject, optional and required. */
function listTemplates(messages: Messages, notices: readonly Notice[]): MailTemplateEntry[] {
  const byTemplate = new Map(notices.map((notice) => [notice.template, notice]));
  return messages
    .keys()
    .map((key) => /^((\w+)\.mail\..+)\.subject$/.exec(key))
    .filter((match) => match !== null)
    .map(([, template = '', area = '']) => ({ template, area, notice: byTemplate.get(template) ?? null }))
    .toSorted((one, other) => (one.template < other.template ? -1 : 1));
}

export function mailHandlers(
  notices: readonly Notice[],
): Pick<Handlers<typeof deskEndpoints>, 'GET mails' | 'GET mails/{template}'> {
  return {
    'GET mails': async (ctx) =>
      listTemplates(ctx.services.messages, notices).map(({ template, area, notice }) => ({
        template,
        area,
        name: getTemplateName(ctx, template),
        isRequired: notice === null || notice.isRequired === true,
      })),

    'GET mails/{template}': async (ctx, { params: { template }, query: { locale } }) => {
      const { messages, mail } = ctx.services;
      const entry = listTemplates(messages, notices).find((one) => one.template === template);
      if (entry === undefined) throw fail('association.unknown_template');
      const values = getSampleValues({ ...ctx, locale }, template);
      const code = sampleCodes.get(template);
      const footer = entry.notice ? createMailFooter(ctx.services, locale, entry.notice, sampleUuid) : undefined;
      return mail.compose({
        locale,
        template,
        values,
        ...(code !== undefined && { code }),
        ...(footer && { footer }),
      });
    },
  };
}

type PreviewContext = Pick<Context, 'services' | 'locale' | 'now'>;

function getSampleValues(
  { services: { messages, env }, locale, now }: PreviewContext,
  template: string,
): MessageValues {
  const { club } = loadBrand(env.BRAND_FILE);
  return createSampleValues(messages, { template, locale, url: `${env.BASE_URL}/training/dashboard`, now, club });
}

/** The name in the notification settings, or the subject if there is none. */
function getTemplateName(ctx: PreviewContext, template: string): string {
  const { messages, mail } = ctx.services;
  const values = getSampleValues(ctx, template);
  const part = ['title', 'name'].find((one) => messages.has(`${template}.${one}`));
  if (part === undefined) return mail.compose({ locale: ctx.locale, template, values }).subject;
  return messages.format(ctx.locale, `${template}.${part}`, values);
}
