import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FormattedMessage } from 'react-intl';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { PreferenceView } from './preference-view.tsx';
import { mailChoiceClient } from './client.ts';
import { isLinkUnknown, LinkProblem } from './link-problem.tsx';

/** The page of a notification mail's unsubscribe link. Opening it changes nothing; the button ends these mails. */
export function MailChoiceCard({ globalUid, kind }: { globalUid: string; kind: string }) {
  const client = useQueryClient();
  const queryKey = ['preferences', 'mail-choice', globalUid, kind, useLocale()];
  const params = { global_uid: globalUid, kind };
  const query = useQuery({
    queryKey,
    queryFn: () => mailChoiceClient('GET unsubscribe/{global_uid}/notifications/{kind}', { params }),
  });
  const choose = useMutation({
    mutationFn: (byMail: boolean) =>
      mailChoiceClient('POST unsubscribe/{global_uid}/notifications/{kind}', { params, body: { byMail } }),
    onSuccess: (choice) => client.setQueryData(queryKey, choice),
  });
  if (isLinkUnknown(query.error)) return <LinkProblem why="unknown" />;
  return (
    <PreferenceView level={1} query={query}>
      {(choice) => <MailChoice choice={choice} choose={choose} />}
    </PreferenceView>
  );
}

interface MailChoiceProps {
  choice: { byMail: boolean; title: string };
  choose: { error: Error | null; isPending: boolean; mutate: (byMail: boolean) => void };
}

function MailChoice({ choice: { byMail, title }, choose }: MailChoiceProps) {
  const state = byMail ? 'on' : 'off';
  const problem = choose.error instanceof ApiError ? getErrorMessageId(choose.error) : null;
  return (
    <EmptyState
      isCard
      level={1}
      drawing={<BuoyDrawing />}
      title={<FormattedMessage id={`preferences.mail_choice.${state}.title`} />}
      text={<FormattedMessage id={`preferences.mail_choice.${state}.text`} values={{ title: <b>{title}</b> }} />}
      action={
        <div className="grid justify-items-center gap-4">
          <Button
            kind={byMail ? 'filled' : 'outlined'}
            isBusy={choose.isPending}
            onClick={() => choose.mutate(!byMail)}
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
