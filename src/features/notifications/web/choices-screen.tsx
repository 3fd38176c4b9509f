import { useMutation, useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { BackLink } from '#ui/layout/back-link.tsx';
import { graphql } from '#platform/web/client/graphql.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { NotificationChoice } from '#features/notifications/shared/contract.ts';
import type { NoticeGroup } from '#features/notifications/shared/notice.ts';
import { ChoiceGroups } from './choice-groups.tsx';
import { documents } from './documents.ts';

const me = () => currentToken()?.affiliateId ?? 0;

/** The channels of the notifications that can reach this person; required ones can't be turned off. */
export function NotificationChoicesScreen() {
  const intl = useIntl();
  const locale = useLocale();
  const queryKey = ['notification-choices', locale];
  const query = useQuery({
    queryKey,
    queryFn: async () => (await graphql(documents.choices, { me: me() })).notificationChoices,
  });
  const choose = useMutation({
    mutationFn: ({ kind, in_portal: portal, by_mail: mail }: NotificationChoice) =>
      graphql(documents.choose, { me: me(), kind, portal, mail }),
    onMutate: (choice) => {
      currentQueryClient().setQueryData<NotificationChoice[]>(queryKey, (known = []) =>
        known.map((other) => (other.kind === choice.kind ? choice : other)),
      );
    },
    onError: () => {
      showToast({ text: intl.formatMessage({ id: 'GeneralError' }) });
      return currentQueryClient().invalidateQueries({ queryKey });
    },
  });
  const mute = useMutation({
    mutationFn: ({ group, isMuted }: { group: NoticeGroup; isMuted: boolean }) =>
      graphql(documents.mute, { me: me(), group, muted: isMuted }),
    onSuccess: ({ muteNotificationGroup: changed }) => {
      currentQueryClient().setQueryData<NotificationChoice[]>(queryKey, (known = []) =>
        known.map((other) => changed.find(({ kind }) => kind === other.kind) ?? other),
      );
    },
    onError: () => showToast({ text: intl.formatMessage({ id: 'GeneralError' }) }),
  });
  return (
    <>
      <PageHead
        back={
          <BackLink to="/preferences/subscriber">
            <FormattedMessage id="shell.page.preferences" />
          </BackLink>
        }
        title={<FormattedMessage id="shell.notifications" />}
        text={<FormattedMessage id="notifications.choices.text" />}
      />
      <div className="mt-6">
        <QueryView
          query={query}
          skeleton={
            <SkeletonGroup label={intl.formatMessage({ id: 'notifications.loading' })} className="card grid gap-6 p-5">
              {['60%', '48%', '56%', '44%'].map((width) => (
                <Skeleton key={width} height={22} width={width} />
              ))}
            </SkeletonGroup>
          }
          isCard
        >
          {(choices) => (
            <ChoiceGroups
              choices={choices}
              onChoose={(choice) => choose.mutate(choice)}
              onMute={(group, isMuted) => mute.mutate({ group, isMuted })}
            />
          )}
        </QueryView>
      </div>
    </>
  );
}
