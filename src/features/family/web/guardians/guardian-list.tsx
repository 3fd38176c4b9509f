import { UserRound, UserRoundPlus } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Disc, Row, DividedList } from '#ui/lists/row.tsx';
import type { Family, Guardian, Invite, RemovalRequest } from '#features/family/shared/contract.ts';
import { maxGuardians } from '#features/family/shared/rules.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { InviteRow } from './invite-row.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import { StepDownDialog } from './step-down-dialog.tsx';
import { type GuardianActions, type Ward, useGuardianActions } from './use-guardian-actions.ts';

interface GuardianListProps {
  child: Ward;
  guardians: readonly Guardian[];
  invites: readonly Invite[];
  removalRequests?: readonly RemovalRequest[];
  /** The side that can invite another guardian; a minor invites only the first one. */
  inviting?: Family['inviting'];
  /** The heading level on this page. */
  level: 2 | 3;
}

/** A child's guardians and open invitations. Guardians can step down, or ask another guardian to. */
export function GuardianList(props: GuardianListProps) {
  const { child, guardians, invites, removalRequests = [], inviting = 'self', level } = props;
  const [isInviting, setIsInviting] = useState(false);
  const [leaving, setLeaving] = useState<Guardian | null>(null);
  const [removing, setRemoving] = useState<Guardian | null>(null);
  const actions = useGuardianActions(child);
  const Title = `h${level}` as const;
  const isOnly = guardians.length === 1;
  const canLeave = !child.isOwn && (child.hasEmail || !isOnly);
  const canInvite = guardians.length < maxGuardians && (!child.isOwn || inviting === 'self');
  return (
    <section>
      <Title className={level === 3 ? 'mb-1' : undefined}>
        <FormattedMessage id={child.isOwn ? 'family.own.title' : 'family.guardians.title'} />
      </Title>
      {guardians.length + invites.length === 0 && (
        <p className="text-sm text-ink-2">
          <FormattedMessage id="family.own.none" />
        </p>
      )}
      <DividedList>
        {guardians.map((guardian) => (
          <GuardianRow
            key={guardian.affiliateId}
            guardian={guardian}
            child={child}
            request={removalRequests.find(({ guardianId }) => guardianId === guardian.affiliateId)}
            actions={actions}
            {...(canLeave && {
              onEnd: () => (guardian.isYou ? setLeaving(guardian) : setRemoving(guardian)),
            })}
          />
        ))}
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} child={child} actions={actions} />
        ))}
      </DividedList>
      {canInvite && (
        <Button kind="outlined" className="mt-4" onClick={() => setIsInviting(true)}>
          <UserRoundPlus size={18} aria-hidden="true" />
          <FormattedMessage id="family.invite.action" />
        </Button>
      )}
      {child.isOwn && inviting !== 'self' && (
        <p className="mt-4 text-sm text-ink-2">
          <FormattedMessage id={`family.invite.by_${inviting}`} />
        </p>
      )}
      {isInviting && (
        <InviteDialog
          child={child}
          others={guardians.filter(({ isYou }) => !isYou).map(({ name }) => name)}
          onClose={() => setIsInviting(false)}
        />
      )}
      {leaving && <StepDownDialog child={child} guardian={leaving} isOnly={isOnly} onClose={() => setLeaving(null)} />}
      {removing && <RemovalDialog child={child} guardian={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

interface GuardianRowProps {
  guardian: Guardian;
  child: Ward;
  request: RemovalRequest | undefined;
  actions: GuardianActions;
  onEnd?: () => void;
}

function GuardianRow({ guardian: { name, isYou }, child, request, actions, onEnd }: GuardianRowProps) {
  const intl = useIntl();
  const action = isYou ? 'leave' : 'ask_removal';
  return (
    <Row
      wrapsOnPhone
      start={
        <Disc {...(request?.isAboutYou && { tone: 'coral' as const })}>
          <UserRound size={20} />
        </Disc>
      }
      title={<bdi>{name}</bdi>}
      text={
        request ? (
          <FormattedMessage
            id={request.isAboutYou ? 'family.removal.about_you' : 'family.removal.open'}
            values={{ name: <bdi>{request.requestedBy}</bdi>, child: <bdi>{child.name}</bdi> }}
          />
        ) : (
          isYou && <FormattedMessage id="family.guardians.you" />
        )
      }
      end={
        request?.isAboutYou ? (
          <span className="flex flex-wrap gap-2 justify-end">
            <Button kind="quiet" isBusy={actions.isBusy} onClick={() => actions.declineRemoval(request)}>
              <FormattedMessage id="family.removal.stay" />
            </Button>
            <Button kind="outlined" isBusy={actions.isBusy} onClick={() => actions.agreeToRemoval(request)}>
              <FormattedMessage id="family.removal.agree" />
            </Button>
          </span>
        ) : request?.isYours ? (
          <Button kind="quiet" isBusy={actions.isBusy} onClick={() => actions.cancelRemoval(request)}>
            <FormattedMessage id="family.removal.cancel" />
          </Button>
        ) : (
          onEnd &&
          request === undefined && (
            <Button
              kind="quiet"
              onClick={onEnd}
              aria-label={intl.formatMessage({ id: `family.guardians.${action}_named` }, { name })}
            >
              <FormattedMessage id={`family.guardians.${action}`} />
            </Button>
          )
        )
      }
    />
  );
}
