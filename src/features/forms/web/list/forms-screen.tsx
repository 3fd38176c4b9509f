import './forms-list.css';
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
  /** How a store or an instructor is found. */
  professional: ProfessionalField;
  /** The guests of a store or a professional. */
  guests: ReactNode;
  /** One's applications for a level. */
  applications: ReactNode;
}

const tabs = ['own', 'received', 'guests'] as const;
type Tab = (typeof tabs)[number];

/** One's forms, and for those whom forms name, the forms of others. */
export function FormsScreen({ professional, guests, applications }: FormsScreenProps) {
  const [query] = useSearchParams();
  const shown = tabsOf(currentToken()?.role);
  const tab = shown.find((one) => one === query.get('tab')) ?? shown[0];
  const strip = shown.length > 1 && <FormTabs shown={shown} tab={tab} />;
  if (tab === 'own') return <OwnForms professional={professional} tabs={strip} applications={applications} />;
  return (
    <>
      <PageHead title={<FormattedMessage id="forms.list.title" />} />
      {strip}
      {tab === 'received' ? <ReceivedForms /> : guests}
    </>
  );
}

/** A store is no diver. */
function tabsOf(role: string | undefined): readonly [Tab, ...Tab[]] {
  if (role === 'store') return ['received', 'guests'];
  return role === 'professional' ? tabs : ['own'];
}

function FormTabs({ shown, tab }: { shown: readonly Tab[]; tab: Tab }) {
  const intl = useIntl();
  return (
    <div className="form-tabs">
      <LinkTabs label={intl.formatMessage({ id: 'forms.list.tabs' })}>
        {shown.map((one) => (
          <Link
            key={one}
            to={one === shown[0] ? formsPath : `${formsPath}?tab=${one}`}
            preventScrollReset
            aria-current={one === tab ? 'page' : undefined}
          >
            <FormattedMessage id={`forms.list.tab.${one}`} />
          </Link>
        ))}
      </LinkTabs>
    </div>
  );
}
