import { Bell, ChevronRight, CircleCheck } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { defaultLocale } from '#platform/shared/locale.ts';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { useCurrentChild, usePersonSwitch } from '#platform/web/session/use-person-switch.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageColumns, PageHead, PageSection } from '#ui/layout/page.tsx';
import { Disc, rowClass, rowText } from '#ui/lists/row.tsx';
import { PersonSwitch } from '#ui/navigation/person-switch.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { toEmailLanguage } from '#features/preferences/shared/rules.ts';
import { ChoiceHistory } from './choice-history.tsx';
import { toChoices } from './client.ts';
import { PreferenceForm } from './preference-form.tsx';
import { PreferenceView } from './preference-view.tsx';
import { usePreference } from './queries.ts';
import { useVisitLanguage } from './use-visit-language.ts';
import { clsx } from 'clsx';

const defaultChoices = {
  communications: false,
  thirdParty: false,
  version: 0,
  communicationLanguage: toEmailLanguage(defaultLocale),
};
const personSwitchMessages = { label: 'preferences.person', you: 'preferences.person.own' } as const;

/** Mail preferences of the user or, by `?for=`, of a child. */
export function PreferencesScreen() {
  useVisitLanguage();
  const intl = useIntl();
  const { affiliateId, isOwn } = useActingFor();
  const child = useCurrentChild();
  const family = usePersonSwitch(useLocation().pathname, personSwitchMessages);
  const whose = child?.fullName ?? intl.formatMessage({ id: 'preferences.person.number' }, { number: affiliateId });
  return (
    <>
      <PersonSwitch {...family} />
      <PageHead
        eyebrow={child && <bdi>{child.fullName}</bdi>}
        title={<FormattedMessage id="shell.page.preferences" />}
        text={isOwn && <FormattedMessage id="preferences.text" />}
      />
      <PersonPreference key={affiliateId} affiliateId={affiliateId} name={isOwn ? null : whose} />
    </>
  );
}

function PersonPreference({ affiliateId, name }: { affiliateId: number; name: string | null }) {
  const intl = useIntl();
  const { save, ...query } = usePreference(affiliateId);
  if (query.error instanceof ApiError && query.error.status === 404) return <PreferenceNotFound />;
  const confirmSaved = () => {
    showToast({
      text: intl.formatMessage({ id: 'preferences.saved' }),
      icon: <CircleCheck size={20} aria-hidden="true" />,
    });
  };
  return (
    <PreferenceView query={query}>
      {(preference) => (
        <>
          {name !== null && (
            <div className="mt-4">
              <Callout>
                <FormattedMessage
                  id="preferences.text.other"
                  values={{ name: <bdi className="font-strong">{name}</bdi> }}
                />
              </Callout>
            </div>
          )}
          <PageColumns className="mt-8">
            <div>
              <PageSection title={<FormattedMessage id="preferences.newsletters" />}>
                <PreferenceForm
                  saved={preference === null ? defaultChoices : toChoices(preference)}
                  save={save}
                  reload={() => void query.refetch()}
                  draftName={`preferences:${affiliateId}`}
                  onSaved={confirmSaved}
                />
              </PageSection>
              {name === null && <NotificationsLink />}
            </div>
            <div>
              <PageSection
                title={<FormattedMessage id={name === null ? 'preferences.history' : 'preferences.history.other'} />}
              >
                <ChoiceHistory choices={preference?.choices ?? []} name={name} />
              </PageSection>
            </div>
          </PageColumns>
        </>
      )}
    </PreferenceView>
  );
}

/** Notifications are configured on a separate page. */
function NotificationsLink() {
  return (
    <Link to="/preferences/notifications" className={clsx(rowClass, 'mt-8 card px-5')}>
      <Disc>
        <Bell size={20} />
      </Disc>
      <span className={clsx(rowText, 'flex-1')}>
        <b>
          <FormattedMessage id="preferences.notifications.title" />
        </b>
        <span>
          <FormattedMessage id="preferences.notifications.text" />
        </span>
      </span>
      <ChevronRight className="flip" size={20} aria-hidden="true" />
    </Link>
  );
}

function PreferenceNotFound() {
  return (
    <div className="mt-6">
      <EmptyState
        isCard
        drawing={<LifeRingDrawing />}
        title={<FormattedMessage id="preferences.not_yours.title" />}
        text={<FormattedMessage id="preferences.not_yours.text" />}
        action={
          <Link className={buttonClass({ kind: 'outlined' })} to="/preferences/subscriber">
            <FormattedMessage id="preferences.not_yours.action" />
          </Link>
        }
      />
    </div>
  );
}
