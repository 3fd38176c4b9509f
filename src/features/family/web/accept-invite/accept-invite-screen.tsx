import '#features/family/web/family.css';
import { CalendarDays, Eye, Signature, UserRoundMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { isLinkExpired, LinkExpired } from '#features/family/web/link-expired.tsx';
import { useInvite } from '#features/family/web/queries.ts';
import { AcceptInvite } from './accept-invite.tsx';
import { WrongAccount } from './wrong-account.tsx';
import { SignInToAccept } from './sign-in-to-accept.tsx';

/** The signed-in person; null for none, undefined until it is known. */
export type Visitor = { name: string; email: string | null } | null | undefined;

const inviteEffects: readonly { effect: string; icon: ReactNode }[] = [
  { effect: 'sign', icon: <Signature size={20} /> },
  { effect: 'see', icon: <Eye size={20} /> },
  { effect: 'until', icon: <CalendarDays size={20} /> },
  { effect: 'stop', icon: <UserRoundMinus size={20} /> },
];

/** The page of an invitation link: who invites, for which child, and what a guardian does. */
export function AcceptInviteScreen({ visitor }: { visitor: Visitor }) {
  const intl = useIntl();
  const errorState = useErrorState();
  const { token = '' } = useParams();
  const { data, error, isFetching, refetch } = useInvite(token);
  if (isLinkExpired(error)) return <LinkExpired text="family.over.sign" />;
  if (data === undefined || visitor === undefined)
    return error === null ? (
      <SkeletonGroup label={intl.formatMessage({ id: 'family.loading' })} className="family-link">
        <Skeleton height={64} width="70%" />
        <Skeleton height={280} />
      </SkeletonGroup>
    ) : (
      <ErrorState {...errorState} isBusy={isFetching} onRefresh={() => void refetch()} />
    );
  const { childName, invitedBy, isForSignature } = data;
  const names = { child: <bdi>{childName}</bdi>, from: <bdi>{invitedBy}</bdi> };
  return (
    <div className="family-link">
      <PageHead
        title={
          <FormattedMessage
            id={childName === invitedBy ? 'family.sign.title_own' : 'family.sign.title'}
            values={names}
          />
        }
      />
      {isForSignature && (
        <Callout kind="alert">
          <FormattedMessage id="family.sign.waits" values={names} />
        </Callout>
      )}
      <Rows>
        {inviteEffects.map(({ effect, icon }) => (
          <Row
            key={effect}
            start={<Disc tone="accent">{icon}</Disc>}
            title={<FormattedMessage id={`family.sign.means_${effect}`} values={names} />}
            text={<FormattedMessage id={`family.sign.means_${effect}_text`} values={names} />}
          />
        ))}
      </Rows>
      {visitor === null ? (
        <SignInToAccept token={token} email={data.email} />
      ) : visitor.email?.toLowerCase() !== data.email.toLowerCase() ? (
        <WrongAccount token={token} visitor={visitor} email={data.email} />
      ) : (
        <AcceptInvite token={token} visitor={visitor} isForSignature={isForSignature} onOver={() => void refetch()} />
      )}
    </div>
  );
}
