import { Mail } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { FormattedDateTime, FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Disc, Row } from '#ui/lists/row.tsx';
import type { Invite } from '#features/family/shared/contract.ts';
import type { GuardianActions, Ward } from './use-guardian-actions.ts';

interface InviteRowProps {
  invite: Invite;
  child: Ward;
  actions: GuardianActions;
}

/** An open invitation: one that was sent, or one that the other guardians can still veto. */
export function InviteRow({ invite, child, actions }: InviteRowProps) {
  const { email, needsYou } = invite;
  return (
    <Row
      wrapsOnPhone
      start={
        <Disc tone={needsYou ? 'coral' : 'sand'}>
          <Mail size={20} />
        </Disc>
      }
      title={
        <bdi dir="ltr" className="wrap-anywhere">
          {email}
        </bdi>
      }
      text={<InviteState invite={invite} child={child} />}
      end={
        needsYou ? (
          <InviteDecision invite={invite} actions={actions} />
        ) : (
          <WithdrawButton {...{ invite, child, actions }} />
        )
      }
    />
  );
}

function InviteState({ invite, child }: Pick<InviteRowProps, 'invite' | 'child'>) {
  const { state, sendDate, expiresDate, invitedBy, needsYou } = invite;
  if (state === 'sent')
    return <FormattedMessage id="family.invite.until" values={{ day: <FormattedDay value={expiresDate} /> }} />;
  return (
    <FormattedMessage
      id={needsYou ? 'family.invite.decide' : 'family.invite.proposed'}
      values={{
        name: <bdi>{invitedBy}</bdi>,
        child: <bdi>{child.name}</bdi>,
        time: <FormattedDateTime value={sendDate ?? expiresDate} />,
      }}
    />
  );
}

function InviteDecision({ invite, actions }: Pick<InviteRowProps, 'invite' | 'actions'>) {
  const intl = useIntl();
  const { email } = invite;
  return (
    <span className="flex flex-wrap gap-2 justify-end">
      <Button
        kind="quiet"
        isBusy={actions.isBusy}
        onClick={() => actions.veto(invite)}
        aria-label={intl.formatMessage({ id: 'family.invite.veto_named' }, { email })}
      >
        <FormattedMessage id="family.invite.veto" />
      </Button>
      <Button
        kind="outlined"
        isBusy={actions.isBusy}
        onClick={() => actions.agree(invite)}
        aria-label={intl.formatMessage({ id: 'family.invite.agree_named' }, { email })}
      >
        <FormattedMessage id="family.invite.agree" />
      </Button>
    </span>
  );
}

/**
 * Shown to the inviter, and to any guardian once the invitation is sent. Invitations by staff have no inviter's name
 * and can't be withdrawn here.
 */
function WithdrawButton({ invite, child, actions }: InviteRowProps) {
  const intl = useIntl();
  const { email, isYours, state, invitedBy } = invite;
  if (!isYours && (child.isOwn || state !== 'sent' || invitedBy === '')) return null;
  return (
    <Button
      kind="quiet"
      isBusy={actions.isBusy}
      onClick={() => actions.withdraw(invite)}
      aria-label={intl.formatMessage({ id: 'family.invite.cancel_named' }, { email })}
    >
      <FormattedMessage id="family.invite.cancel" />
    </Button>
  );
}
