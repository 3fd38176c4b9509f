import './family.css';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFailureWords } from '../../../platform/web/failure-words.ts';
import { currentToken } from '../../../platform/web/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { BoatDrawing } from '../../../ui/drawings/boat-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import type { Family } from '../shared/contract.ts';
import { AddChildDialog } from './add-child-dialog.tsx';
import { ChildCard } from './child-card.tsx';
import type { FamilyNews } from './child-news.ts';
import { FormerGuardian } from './former-guardian.tsx';
import { GuardianList } from './guardian-list.tsx';
import { useFamily } from './queries.ts';

/** One's children, with what they do and what waits for one; a minor's guardians. */
export function FamilyScreen({ news }: { news: FamilyNews }) {
  const intl = useIntl();
  const words = useFailureWords();
  const [isAdding, setIsAdding] = useState(false);
  const { data, error, isFetching, refetch } = useFamily();
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
        {data !== undefined ? (
          <>
            {data.removals.map((removal) => (
              <FormerGuardian key={removal.id} removal={removal} />
            ))}
            <Members family={data} news={news} onAdd={add} />
          </>
        ) : error === null ? (
          <SkeletonGroup label={intl.formatMessage({ id: 'family.loading' })} className="grid gap-6">
            <Skeleton height={420} />
          </SkeletonGroup>
        ) : (
          <ErrorState isCard {...words} isBusy={isFetching} onRefresh={() => void refetch()} />
        )}
      </div>
      {isAdding && <AddChildDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}

function Members({ family, news, onAdd }: { family: Family; news: FamilyNews; onAdd: () => void }) {
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
    return children.map((child) => <ChildCard key={child.affiliateId} child={child} news={news} />);
  return (
    <EmptyState
      isCard
      drawing={<BoatDrawing />}
      title={<FormattedMessage id="family.none.title" />}
      text={<FormattedMessage id="family.none.text" />}
      action={
        <Button onClick={onAdd}>
          <UserRoundPlus size={18} aria-hidden="true" />
          <FormattedMessage id="family.add.action" />
        </Button>
      }
    />
  );
}
