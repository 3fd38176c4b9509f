import { CalendarDays, Eye, Signature, UserRoundMinus } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { PageHead, narrowPage } from '#ui/layout/page.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { isLinkExpired, LinkExpired } from '#features/family/web/link-expired.tsx';
import { useInvite } from '#features/family/web/queries.ts';
import { AcceptInvite, type BirthdateFormSlot } from './accept-invite.tsx';
import type { Visitor } from './visitor.ts';
import { WrongAccount } from './wrong-account.tsx';
import { SignInToAccept } from './sign-in-to-accept.tsx';

const inviteEffects: readonly { effect: string; icon: ReactNode }[] = [
  { effect: 'sign', icon: <Signature size={20} /> },
  { effect: 'see', icon: <Eye size={20} /> },
  { effect: 'until', icon: <CalendarDays size={20} /> },
  { effect: 'stop', icon: <UserRoundMinus size={20} /> },
];

interface AcceptInviteScreenProps {
  visitor: Visitor;
  birthdateForm: BirthdateFormSlot;
}

/** The page of an invitation link: who invites, for which child, and what a guardian does. */
export function AcceptInviteScreen({ visitor, birthdateForm }: AcceptInviteScreenProps) {
  const intl = useIntl();
  const { token = '' } = useParams();
  const query = useInvite(token);
  if (isLinkExpired(query.error)) return <LinkExpired text="family.over.sign" />;
  return (
    <QueryView
      query={mapQuery(query, (invite) => (visitor === undefined ? undefined : { invite, visitor }))}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'family.loading' })} className={narrowPage}>
          <Skeleton height={64} width="70%" />
          <Skeleton height={280} />
        </SkeletonGroup>
      }
    >
      {(loaded) => (
        <InviteDetails {...loaded} token={token} birthdateForm={birthdateForm} onExpired={() => void query.refetch()} />
      )}
    </QueryView>
  );
}

interface InviteDetailsProps {
  invite: NonNullable<ReturnType<typeof useInvite>['data']>;
  visitor: NonNullable<Visitor> | null;
  token: string;
  onExpired: () => void;
  birthdateForm: BirthdateFormSlot;
}

function InviteDetails({ invite, visitor, token, onExpired, birthdateForm }: InviteDetailsProps) {
  const { childName, invitedBy, isForSignature, email } = invite;
  const names = { child: <bdi>{childName}</bdi>, from: <bdi>{invitedBy}</bdi> };
  return (
    <div className={narrowPage}>
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
            title={<FormattedMessage id={`family.sign.means_${effect}` as MessageId} values={names} />}
            text={<FormattedMessage id={`family.sign.means_${effect}_text` as MessageId} values={names} />}
          />
        ))}
      </Rows>
      {visitor === null ? (
        <SignInToAccept token={token} email={email} />
      ) : visitor.email?.toLowerCase() !== email.toLowerCase() ? (
        <WrongAccount token={token} visitor={visitor} email={email} />
      ) : (
        <AcceptInvite
          token={token}
          visitor={visitor}
          isForSignature={isForSignature}
          onExpired={onExpired}
          birthdateForm={birthdateForm}
        />
      )}
    </div>
  );
}
