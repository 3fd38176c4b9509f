import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { useFailureWords } from '../../../platform/web/failure-words.ts';
import { graphql } from '../../../platform/web/graphql.ts';
import { queries } from '../../../platform/web/query.ts';
import { currentToken } from '../../../platform/web/session.ts';
import { useLocale } from '../../../platform/web/i18n.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { NotificationChoice } from '../shared/contract.ts';
import { ChoiceTable } from './choice-table.tsx';
import { documents } from './documents.ts';

const me = () => currentToken()?.affiliateId ?? 0;

/** Each kind of news: in the portal, by mail, both or neither; what must be told stays on. */
export function NotificationChoicesScreen() {
  const intl = useIntl();
  const words = useFailureWords();
  const locale = useLocale();
  const queryKey = ['notification-choices', locale];
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async () =>
      (await graphql<{ notificationChoices: NotificationChoice[] }>(documents.choices, { me: me() }))
        .notificationChoices,
  });
  const choose = useMutation({
    mutationFn: ({ kind, in_portal: portal, by_mail: mail }: NotificationChoice) =>
      graphql(documents.choose, { me: me(), kind, portal, mail }),
    onMutate: (choice) => {
      queries.setQueryData<NotificationChoice[]>(queryKey, (known = []) =>
        known.map((other) => (other.kind === choice.kind ? choice : other)),
      );
    },
    onError: () => {
      showToast({ text: intl.formatMessage({ id: 'GeneralError' }) });
      return queries.invalidateQueries({ queryKey });
    },
  });
  return (
    <>
      <PageHead
        back={
          <Link to="/preferences/subscriber" className="back">
            <ChevronLeft size={18} aria-hidden="true" className="flip" />
            <FormattedMessage id="shell.page.preferences" />
          </Link>
        }
        title={<FormattedMessage id="shell.notifications" />}
        text={<FormattedMessage id="notifications.choices.text" />}
      />
      <div className="mt-6">
        {data && <ChoiceTable choices={data} onChoose={(choice) => choose.mutate(choice)} />}
        {!data && isError && <ErrorState isCard {...words} onRefresh={() => void refetch()} isBusy={isFetching} />}
        {!data && !isError && (
          <SkeletonGroup label={intl.formatMessage({ id: 'notifications.loading' })} className="card grid gap-6 p-5">
            {['60%', '48%', '56%', '44%'].map((width) => (
              <Skeleton key={width} height={22} width={width} />
            ))}
          </SkeletonGroup>
        )}
      </div>
    </>
  );
}
