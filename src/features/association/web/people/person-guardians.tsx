import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { FormattedDateTime, FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import { Button } from '#ui/buttons/button.tsx';
import type { DeskGuardians } from '#features/family/shared/guardian-desk-endpoints.ts';
import { familyClient } from '#features/association/web/client.ts';
import { DecideDialog } from '#features/association/web/family-requests/decide-dialog.tsx';
import { InviteGuardianDialog } from './invite-guardian-dialog.tsx';
import { useDeskGuardians } from '#features/association/web/family-requests/queries.ts';
import { detailEnd, detailRows, detailTitle } from '#features/association/web/facts.tsx';

interface GuardianDecision {
  action: 'remove' | 'send' | 'restore' | 'uphold';
  name: string;
  decide: (reason: string) => Promise<unknown>;
}

/** Lets staff invite, remove and restore a minor's guardians, each with a reason. */
export function PersonGuardians({ affiliateId }: { affiliateId: number }) {
  const [decision, setDecision] = useState<GuardianDecision | null>(null);
  const [isInviting, setIsInviting] = useState(false);
  const { data } = useDeskGuardians(affiliateId);
  if (data === undefined) return null;
  return (
    <section>
      <h3 className={detailTitle}>
        <FormattedMessage id="association.person.guardians" />
      </h3>
      <ul className={detailRows}>
        {data.guardians.map(({ affiliateId: guardianId, name }) => (
          <Item
            key={guardianId}
            onDecide={() => setDecision(createRemoval(affiliateId, guardianId, name))}
            action="remove"
          >
            <Link to={`/desk/people/${guardianId}`}>
              <bdi>{name}</bdi>
            </Link>
          </Item>
        ))}
        {data.invites.map((invite) => (
          <InviteItem key={invite.id} invite={invite} onDecide={setDecision} />
        ))}
        {data.removals.map((removal) => (
          <RemovalItem key={removal.id} removal={removal} onDecide={setDecision} />
        ))}
      </ul>
      <Button kind="outlined" size="sm" className="mt-3" onClick={() => setIsInviting(true)}>
        <FormattedMessage id="association.guardian.invite" />
      </Button>
      {decision && (
        <DecideDialog
          title={
            <FormattedMessage
              id={`association.guardian.${decision.action}_title`}
              values={{ name: <bdi>{decision.name}</bdi> }}
            />
          }
          text={<FormattedMessage id={`association.guardian.${decision.action}_text`} />}
          sendLabel={<FormattedMessage id={`association.guardian.${decision.action}`} />}
          decide={decision.decide}
          onClose={() => setDecision(null)}
        />
      )}
      {isInviting && <InviteGuardianDialog affiliateId={affiliateId} onClose={() => setIsInviting(false)} />}
    </section>
  );
}

const createRemoval = (affiliateId: number, guardianId: number, name: string): GuardianDecision => ({
  action: 'remove',
  name,
  decide: (reason) =>
    familyClient('POST People/{affiliateId}/guardians/{guardianId}/remove', {
      params: { affiliateId, guardianId },
      body: { reason },
    }),
});

function Item({
  children,
  action,
  onDecide,
}: {
  children: ReactNode;
  action: GuardianDecision['action'];
  onDecide: () => void;
}) {
  return (
    <li>
      {children}
      <span className={detailEnd}>
        <Button kind="quiet" size="sm" onClick={onDecide}>
          <FormattedMessage id={`association.guardian.${action}`} />
        </Button>
      </span>
    </li>
  );
}

interface InviteItemProps {
  invite: DeskGuardians['invites'][number];
  onDecide: (decision: GuardianDecision) => void;
}

function InviteItem({ invite: { id, email, state, sendDate, expiresDate }, onDecide }: InviteItemProps) {
  const send = () =>
    onDecide({
      action: 'send',
      name: email,
      decide: (reason) => familyClient('POST Invites/{id}/send', { params: { id }, body: { reason } }),
    });
  return (
    <li>
      <span className="min-w-0">
        <bdi dir="ltr" className="wrap-anywhere">
          {email}
        </bdi>
        <span className="block text-sm text-ink-2">
          <FormattedMessage
            id={`association.guardian.${state}`}
            values={{ date: <FormattedDateTime value={sendDate ?? expiresDate} /> }}
          />
        </span>
      </span>
      {state === 'proposed' && (
        <span className={detailEnd}>
          <Button kind="quiet" size="sm" onClick={send}>
            <FormattedMessage id="association.guardian.send" />
          </Button>
        </span>
      )}
    </li>
  );
}

interface RemovalItemProps {
  removal: DeskGuardians['removals'][number];
  onDecide: (decision: GuardianDecision) => void;
}

function RemovalItem({ removal, onDecide }: RemovalItemProps) {
  const { id, name, kind, removedDate, reviewRequestedDate, reviewText, isReviewed } = removal;
  const isOpen = reviewRequestedDate !== null && !isReviewed;
  const decide = (action: 'restore' | 'uphold') => () =>
    onDecide({
      action,
      name,
      decide: (reason) => familyClient(`POST Removals/{id}/${action}`, { params: { id }, body: { reason } }),
    });
  return (
    <li>
      <span className="min-w-0">
        <bdi>{name}</bdi>
        <span className="block text-sm text-ink-2">
          <FormattedMessage
            id={`association.guardian.removed_${kind}`}
            values={{ date: <FormattedDay value={removedDate} /> }}
          />
        </span>
        {isOpen && (
          <span className="block text-sm">
            <FormattedMessage id="association.guardian.review" /> <q dir="auto">{reviewText}</q>
          </span>
        )}
      </span>
      <span className={detailEnd}>
        {isOpen && (
          <Button kind="quiet" size="sm" onClick={decide('uphold')}>
            <FormattedMessage id="association.guardian.uphold" />
          </Button>
        )}
        <Button kind="quiet" size="sm" onClick={decide('restore')}>
          <FormattedMessage id="association.guardian.restore" />
        </Button>
      </span>
    </li>
  );
}
