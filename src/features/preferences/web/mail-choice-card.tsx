import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FormattedMessage } from 'react-intl';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { LoadFailure } from './load-failure.tsx';
import { PreferenceSkeleton } from './preference-skeleton.tsx';
import { mailChoicesClient } from './client.ts';
import { isLinkUnknown, LinkProblem } from './link-problem.tsx';

/** The page of a notification mail's unsubscribe link. Opening it changes nothing; the button ends these mails. */
export function MailChoiceCard({ globalUid, kind }: { globalUid: string; kind: string }) {
  const client = useQueryClient();
  const queryKey = ['preferences', 'mail-choice', globalUid, kind, useLocale()];
  const params = { global_uid: globalUid, kind };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: () => mailChoicesClient('GET unsubscribe/{global_uid}/notifications/{kind}', { params }),
  });
  const choose = useMutation({
    mutationFn: (byMail: boolean) =>
      mailChoicesClient('POST unsubscribe/{global_uid}/notifications/{kind}', { params, body: { byMail } }),
    onSuccess: (choice) => client.setQueryData(queryKey, choice),
  });
  if (isLinkUnknown(error)) return <LinkProblem why="unknown" />;
  if (data === undefined)
    return error === null ? (
      <PreferenceSkeleton />
    ) : (
      <LoadFailure level={1} isBusy={isFetching} onRetry={() => void refetch()} />
    );
  const state = data.byMail ? 'on' : 'off';
  const problem = choose.error instanceof ApiError ? getErrorMessageId(choose.error) : null;
  return (
    <EmptyState
      isCard
      level={1}
      drawing={<BuoyDrawing />}
      title={<FormattedMessage id={`preferences.mail_choice.${state}.title`} />}
      text={<FormattedMessage id={`preferences.mail_choice.${state}.text`} values={{ title: <b>{data.title}</b> }} />}
      action={
        <div className="grid justify-items-center gap-4">
          <Button
            kind={data.byMail ? 'filled' : 'outlined'}
            isBusy={choose.isPending}
            onClick={() => choose.mutate(!data.byMail)}
          >
            <FormattedMessage id={`preferences.mail_choice.${state}.action`} />
          </Button>
          {problem !== null && (
            <Callout kind="alert" isLive>
              <FormattedMessage id={problem} />
            </Callout>
          )}
        </div>
      }
    />
  );
}
