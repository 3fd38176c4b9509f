import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSearchParams } from 'react-router';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { toChoices } from './client.ts';
import { MailChoiceCard } from './mail-choice-card.tsx';
import { PreferenceForm } from './preference-form.tsx';
import { PreferenceView } from './preference-view.tsx';
import { useLinkedPreference } from './queries.ts';
import { SubscriptionCard } from './subscription-card.tsx';
import { useVisitLanguage } from './use-visit-language.ts';
import { isLinkUnknown, LinkProblem } from './link-problem.tsx';

/** The page of unsubscribe links: opening it changes nothing. */
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
        <LinkProblem why="missing" />
      )}
    </div>
  );
}

function LinkedPreference({ globalUid, mailingJob }: { globalUid: string; mailingJob: string | null }) {
  const { unsubscribe, save, ...query } = useLinkedPreference(globalUid, mailingJob);
  const [isSaved, setIsSaved] = useState(false);
  if (isLinkUnknown(query.error)) return <LinkProblem why="unknown" />;
  return (
    <PreferenceView level={1} query={mapQuery(query, toChoices)}>
      {(saved) => (
        <>
          <SubscriptionCard
            isSubscribed={saved.communications}
            unsubscribe={unsubscribe}
            subscribe={() => save({ ...saved, communications: true }, saved.version)}
            onChange={() => setIsSaved(false)}
          />
          <div className="mt-10">
            <PageSection title={<FormattedMessage id="preferences.link.all" />}>
              <PreferenceForm
                saved={saved}
                save={save}
                reload={() => void query.refetch()}
                onSaved={() => setIsSaved(true)}
                isSecondary={saved.communications}
              />
              <output className="block [&:not(:empty)]:mt-4">
                {isSaved && (
                  <Callout>
                    <FormattedMessage id="preferences.saved" />
                  </Callout>
                )}
              </output>
            </PageSection>
          </div>
        </>
      )}
    </PreferenceView>
  );
}
