import { FormattedMessage, FormattedTime } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { orderNameFields } from '#platform/web/i18n/name-field-order.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { useIsOnline } from '#platform/web/hooks/use-is-online.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { PageColumns } from '#ui/layout/page.tsx';
import { SaveIndicator } from '#ui/feedback/save-indicator.tsx';
import type { Country } from '#features/account/shared/profile-contract.ts';
import { isCompany } from '#features/account/shared/rules.ts';
import { AddressSection } from './address-section.tsx';
import { PhotoSection } from './photo-section.tsx';
import { ContactSection } from './contact-section.tsx';
import { getFieldId } from './profile-field.tsx';
import { useProfileForm, type ProfileForm as Form } from './use-profile-form.ts';
import { BirthdateSection, NameSection } from './personal-sections.tsx';
import type { FullProfile, ProblemField } from './profile-values.ts';

export function ProfileForm({ profile, countries }: { profile: FullProfile; countries: readonly Country[] }) {
  const form = useProfileForm(profile, countries);
  const { affiliateTypeId } = profile.profile;
  return (
    <PageColumns className="mt-6">
      <div className="grid min-w-0 gap-4">
        <PhotoSection profile={profile} />
        <form {...form.form} id={formId}>
          <Alerts form={form} />
          <div className="grid gap-4">
            <NameSection form={form} affiliateTypeId={affiliateTypeId} />
            {!isCompany(affiliateTypeId) && <BirthdateSection form={form} profile={profile} />}
            <ContactSection form={form} details={profile.profile} />
            <AddressSection form={form} countries={countries} />
          </div>
        </form>
      </div>
      <div data-part="save-bar" className={saveBar}>
        <SaveBar form={form} />
        <Button type="submit" form={formId} isBusy={form.isBusy}>
          <FormattedMessage id="account.profile.save" />
        </Button>
      </div>
    </PageColumns>
  );
}

const formId = 'profile';

/** At the bottom on phones, beside the form on wide pages. */
const saveBar =
  'sticky z-sticky max-xl:bottom-(--thumb) max-xl:-mx-gutter max-xl:flex max-xl:items-center max-xl:justify-between max-xl:gap-3 max-xl:border-t max-xl:border-line max-xl:bg-surface max-xl:px-gutter max-xl:py-3 xl:top-[calc(var(--header)+24px)] xl:grid xl:items-center xl:gap-4';

/** Fields in page order, with the message id of their label. */
const getFieldLabels = (locale: Locale): readonly (readonly [ProblemField, MessageId])[] => [
  ...orderNameFields<readonly [ProblemField, MessageId]>(
    locale,
    [
      ['firstName', 'account.name.first'],
      ['middleName', 'account.name.middle'],
    ],
    ['lastName', 'account.name.last'],
  ),
  ['birthDay', 'account.birthdate.label'],
  ['birthMonth', 'account.birthdate.label'],
  ['birthYear', 'account.birthdate.label'],
  ['phoneNumber', 'account.contact.phone'],
  ['countryId', 'account.address.country'],
  ['addressLine1', 'account.address.line1'],
  ['addressLine2', 'account.address.line2'],
  ['city', 'account.address.city'],
  ['postalCode', 'account.address.postal_code'],
  ['stateId', 'account.address.state'],
];

function Alerts({ form }: { form: Form }) {
  const { formProblem, failureCount, problems, isRestored, discard } = form;
  const items = getFieldLabels(useLocale()).flatMap(([field, label]) => {
    const problem = problems[field];
    if (problem === undefined) return [];
    return {
      fieldId: getFieldId(field),
      section: <FormattedMessage id={label} />,
      text: <FormattedMessage id={problem} />,
    };
  });
  return (
    <>
      <FormAlert
        problem={formProblem !== null && <FormattedMessage id={formProblem} />}
        failureCount={failureCount}
        summary={{ title: <FormattedMessage id="account.summary" values={{ count: items.length }} />, items }}
      />
      {isRestored && (
        <div className="mb-4">
          <Callout kind="wait" isLive>
            <FormattedMessage id="account.profile.restored" />{' '}
            <LinkButton className="-my-3 py-3" onClick={discard}>
              <FormattedMessage id="account.profile.discard" />
            </LinkButton>
          </Callout>
        </div>
      )}
    </>
  );
}

/** The save status, which is always visible. */
function SaveBar({ form }: { form: Form }) {
  const isOnline = useIsOnline();
  if (form.isBusy)
    return (
      <SaveIndicator state="saving">
        <FormattedMessage id="account.profile.saving" />
      </SaveIndicator>
    );
  if (form.hasEdits)
    return (
      <SaveIndicator state={isOnline ? 'saving' : 'offline'}>
        <FormattedMessage id={isOnline ? 'account.profile.unsaved' : 'account.profile.offline'} />
      </SaveIndicator>
    );
  return (
    <SaveIndicator state="saved">
      {form.savedAt === null ? (
        <FormattedMessage id="account.profile.unchanged" />
      ) : (
        <FormattedMessage
          id="account.profile.saved"
          values={{ time: <FormattedTime value={form.savedAt} timeStyle="short" /> }}
        />
      )}
    </SaveIndicator>
  );
}
