import { Mail, UserRound, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../ui/button.tsx';
import { Disc, Row } from '../../../ui/row.tsx';
import type { Guardian, Invite } from '../shared/contract.ts';
import { maxGuardians } from '../shared/rules.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { type Ward, useGuardianSteps } from './use-guardian-steps.ts';

interface GuardianListProps {
  child: Ward;
  guardians: readonly Guardian[];
  invites: readonly Invite[];
  /** Of its heading on this page. */
  level: 2 | 3;
}

/** Who may act for a child, and who was asked. Only guardians remove somebody; asking is for the child as well. */
export function GuardianList({ child, guardians, invites, level }: GuardianListProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { remove, withdraw, isBusy } = useGuardianSteps(child);
  const Title = `h${level}` as const;
  const canRemove = !child.isOwn && (child.hasEmail || guardians.length > 1);
  return (
    <section className="family-part">
      <Title>
        <FormattedMessage id={child.isOwn ? 'family.own.title' : 'family.guardians.title'} />
      </Title>
      {guardians.length + invites.length === 0 && (
        <p className="text-sm text-ink-2">
          <FormattedMessage id="family.own.none" />
        </p>
      )}
      <ul className="rows">
        {guardians.map((guardian) => (
          <GuardianRow
            key={guardian.affiliateId}
            guardian={guardian}
            isBusy={isBusy}
            {...(canRemove && { onRemove: () => remove(guardian) })}
          />
        ))}
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} isBusy={isBusy} onWithdraw={() => withdraw(invite)} />
        ))}
      </ul>
      {guardians.length < maxGuardians && (
        <Button kind="outlined" className="mt-4" onClick={() => setIsAsking(true)}>
          <UserRoundPlus size={18} aria-hidden="true" />
          <FormattedMessage id="family.invite.action" />
        </Button>
      )}
      {isAsking && <InviteDialog child={child} onClose={() => setIsAsking(false)} />}
    </section>
  );
}

interface GuardianRowProps {
  guardian: Guardian;
  isBusy: boolean;
  onRemove?: () => void;
}

function GuardianRow({ guardian: { name, isYou }, isBusy, onRemove }: GuardianRowProps) {
  const intl = useIntl();
  const step = isYou ? 'leave' : 'remove';
  return (
    <Row
      start={
        <Disc>
          <UserRound size={20} />
        </Disc>
      }
      title={<bdi>{name}</bdi>}
      text={isYou && <FormattedMessage id="family.guardians.you" />}
      end={
        onRemove && (
          <Button
            kind="quiet"
            isBusy={isBusy}
            onClick={onRemove}
            aria-label={intl.formatMessage({ id: `family.guardians.${step}_named` }, { name })}
          >
            <FormattedMessage id={`family.guardians.${step}`} />
          </Button>
        )
      }
    />
  );
}

function InviteRow({ invite, isBusy, onWithdraw }: { invite: Invite; isBusy: boolean; onWithdraw: () => void }) {
  const intl = useIntl();
  const { email, expiresDate } = invite;
  return (
    <Row
      start={
        <Disc tone="sand">
          <Mail size={20} />
        </Disc>
      }
      title={
        <bdi dir="ltr" className="wrap-anywhere">
          {email}
        </bdi>
      }
      text={
        <FormattedMessage
          id="family.invite.until"
          values={{ day: <FormattedDate value={expiresDate} dateStyle="medium" /> }}
        />
      }
      end={
        <Button
          kind="quiet"
          isBusy={isBusy}
          onClick={onWithdraw}
          aria-label={intl.formatMessage({ id: 'family.invite.withdraw_named' }, { email })}
        >
          <FormattedMessage id="family.invite.withdraw" />
        </Button>
      }
    />
  );
}
