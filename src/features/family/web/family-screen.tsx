import { UserRoundPlus } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { currentToken } from '#platform/web/session/session.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { BoatDrawing } from '#ui/drawings/boat-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { Family } from '#features/family/shared/contract.ts';
import type { BirthdateFormSlot } from './accept-invite/accept-invite.tsx';
import { AddChildDialog } from './children/add-child-dialog.tsx';
import { ChildCard } from './children/child-card.tsx';
import type { FamilyUpdates } from './children/child-updates.ts';
import { FormerGuardian } from './guardians/former-guardian.tsx';
import { GuardianList } from './guardians/guardian-list.tsx';
import { useFamily } from './queries.ts';

/** The caller's children with their training and open tasks, or a minor's guardians. */
export function FamilyScreen({ updates, birthdateForm }: { updates: FamilyUpdates; birthdateForm: BirthdateFormSlot }) {
  const intl = useIntl();
  const [isAdding, setIsAdding] = useState(false);
  const query = useFamily();
  const { data } = query;
  const add = () => setIsAdding(true);
  return (
    <>
      <PageHead
        title={<FormattedMessage id="shell.page.family" />}
        text={
          data && (data.isMinor || data.children.length > 0) ? (
            <FormattedMessage id={data.isMinor ? 'family.own.text' : 'family.page.text'} />
          ) : undefined
        }
        end={
          data && data.children.length > 0 ? (
            <Button kind="outlined" onClick={add}>
              <UserRoundPlus size={18} aria-hidden="true" />
              <FormattedMessage id="family.add.action" />
            </Button>
          ) : undefined
        }
      />
      <div className="mt-8 grid gap-8">
        <QueryView
          query={query}
          skeleton={
            <SkeletonGroup label={intl.formatMessage({ id: 'family.loading' })} className="grid gap-6">
              <Skeleton height={420} />
            </SkeletonGroup>
          }
          isCard
        >
          {(family) => (
            <>
              {family.removals.map((removal) => (
                <FormerGuardian key={removal.id} removal={removal} />
              ))}
              <Members family={family} updates={updates} onAdd={add} />
            </>
          )}
        </QueryView>
      </div>
      {isAdding && <AddChildDialog birthdateForm={birthdateForm} onClose={() => setIsAdding(false)} />}
    </>
  );
}

function Members({ family, updates, onAdd }: { family: Family; updates: FamilyUpdates; onAdd: () => void }) {
  const { isMinor, guardians, invites, inviting, children } = family;
  if (isMinor) {
    const own = { affiliateId: currentToken()?.affiliateId ?? 0, isOwn: true, name: '', hasEmail: true };
    return (
      <Card>
        <GuardianList child={own} guardians={guardians} invites={invites} inviting={inviting} level={2} />
      </Card>
    );
  }
  if (children.length > 0)
    return children.map((child) => <ChildCard key={child.affiliateId} child={child} updates={updates} />);
  return (
    <EmptyState
      isCard
      drawing={<BoatDrawing />}
      title={<FormattedMessage id="family.none.title" />}
      text={<FormattedMessage id="family.none.text" />}
      action={
        // A dive store can't be a guardian.
        currentToken()?.role !== 'store' && (
          <Button onClick={onAdd}>
            <UserRoundPlus size={18} aria-hidden="true" />
            <FormattedMessage id="family.add.action" />
          </Button>
        )
      }
    />
  );
}
