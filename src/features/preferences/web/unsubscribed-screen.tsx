import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '../../../platform/web/client.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { CompassDrawing } from '../../../ui/drawings/compass-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageSection } from '../../../ui/page.tsx';
import { choicesOf } from './client.ts';
import { LoadFailure } from './load-failure.tsx';
import { MailChoiceCard } from './mail-choice-card.tsx';
import { PreferenceForm } from './preference-form.tsx';
import { PreferenceSkeleton } from './preference-skeleton.tsx';
import { useLinkedPreference } from './queries.ts';
import { SubscriptionCard } from './subscription-card.tsx';
import { useVisitLanguage } from './visit-language.ts';

/** By the link of a mail, for everybody: opening it changes nothing, one press does. */
export function UnsubscribedScreen() {
  useVisitLanguage();
  const [query] = useSearchParams();
  const globalUid = query.get('global_uid') ?? query.get('id');
  const kind = query.get('kind');
  return (
    <div className="mx-auto max-w-[720px] [&_h1]:text-xl [&_h1]:font-title">
      {globalUid && kind ? (
        <MailChoiceCard globalUid={globalUid} kind={kind} />
      ) : globalUid ? (
        <LinkedPreference globalUid={globalUid} mailingJob={query.get('sfm_jobid')} />
      ) : (
        <WithoutLink title="preferences.link.missing.title" text="preferences.link.missing.text" />
      )}
    </div>
  );
}

function LinkedPreference({ globalUid, mailingJob }: { globalUid: string; mailingJob: string | null }) {
  const { data, error, isFetching, refetch, unsubscribe, save } = useLinkedPreference(globalUid, mailingJob);
  const [isThanked, setIsThanked] = useState(false);
  if (error instanceof ApiError && [400, 404].includes(error.status))
    return <WithoutLink title="preferences.link.unknown.title" text="preferences.link.unknown.text" />;
  if (data === undefined)
    return error === null ? (
      <PreferenceSkeleton />
    ) : (
      <LoadFailure level={1} isBusy={isFetching} onRetry={() => void refetch()} />
    );
  const saved = choicesOf(data);
  return (
    <>
      <SubscriptionCard
        isSubscribed={saved.communications}
        unsubscribe={unsubscribe}
        subscribe={() => save({ ...saved, communications: true }, saved.version)}
        onChange={() => setIsThanked(false)}
      />
      <div className="mt-10">
        <PageSection title={<FormattedMessage id="preferences.link.all" />}>
          <PreferenceForm
            saved={saved}
            save={save}
            reload={() => void refetch()}
            onSaved={() => setIsThanked(true)}
            isSecondary={saved.communications}
          />
          <output className="block [&:not(:empty)]:mt-4">
            {isThanked && (
              <Callout>
                <FormattedMessage id="preferences.saved" />
              </Callout>
            )}
          </output>
        </PageSection>
      </div>
    </>
  );
}

/** Whose choices these are is known by the link alone, or by signing in. */
function WithoutLink({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState
      isCard
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id={title} />}
      text={<FormattedMessage id={text} />}
      action={
        <Link className={buttonClass()} to="/preferences/subscriber">
          <FormattedMessage id="preferences.link.sign_in" />
        </Link>
      }
    />
  );
}
