import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { currentToken } from '#platform/web/session/session.ts';
import { LinkTabs } from '#ui/navigation/link-tabs.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { OwnForms } from './own-forms.tsx';
import { formsPath } from '#features/forms/web/queries.ts';
import { ReceivedForms } from './received-forms.tsx';
import type { ProfessionalField } from './start-form-dialog.tsx';

interface FormsScreenProps {
  /** Renders the lookup of a store or an instructor. */
  professional: ProfessionalField;
  /** The guests of a store or a professional. */
  guests: ReactNode;
  /** The user's applications. */
  applications: ReactNode;
  hasOpenApplication: boolean;
}

const tabs = ['own', 'received', 'guests'] as const;
type Tab = (typeof tabs)[number];

/** The user's forms and, for professionals and stores, the forms that name them. */
export function FormsScreen({ professional, guests, ...own }: FormsScreenProps) {
  const [query] = useSearchParams();
  const shown = tabsOf(currentToken()?.role);
  const tab = shown.find((option) => option === query.get('tab')) ?? shown[0];
  const strip = shown.length > 1 && <FormTabs shown={shown} tab={tab} />;
  if (tab === 'own') return <OwnForms professional={professional} tabs={strip} {...own} />;
  return (
    <>
      <PageHead title={<FormattedMessage id="forms.list.title" />} />
      {strip}
      {tab === 'received' ? <ReceivedForms /> : guests}
    </>
  );
}

/** A store has no forms of its own. */
function tabsOf(role: string | undefined): readonly [Tab, ...Tab[]] {
  if (role === 'store') return ['received', 'guests'];
  return role === 'professional' ? tabs : ['own'];
}

function FormTabs({ shown, tab }: { shown: readonly Tab[]; tab: Tab }) {
  const intl = useIntl();
  return (
    <div className="mt-4">
      <LinkTabs label={intl.formatMessage({ id: 'forms.list.tabs' })}>
        {shown.map((option) => (
          <Link
            key={option}
            to={option === shown[0] ? formsPath : `${formsPath}?tab=${option}`}
            preventScrollReset
            aria-current={option === tab ? 'page' : undefined}
          >
            <FormattedMessage id={`forms.list.tab.${option}`} />
          </Link>
        ))}
      </LinkTabs>
    </div>
  );
}
