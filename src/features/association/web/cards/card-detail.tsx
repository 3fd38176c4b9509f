import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { fromCardDate } from '#features/certifications/shared/card-date.ts';
import type { FoundCard } from '#features/association/shared/contract.ts';
import { CardState } from './card-state.tsx';
import { eCardClient } from '#features/association/web/client.ts';
import { BackButton, DetailFooter, DetailPane } from '#features/association/web/desk-layout.tsx';
import { Fact, Facts } from '#features/association/web/facts.tsx';
import { refreshCards } from '#features/association/web/search/queries.ts';
import { RevokeDialog } from './revoke-dialog.tsx';

export function CardDetail({ card, onBack }: { card: FoundCard; onBack: () => void }) {
  const intl = useIntl();
  const isWide = useIsWide();
  const [isAsking, setIsAsking] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const { licenseID, name, holder, affiliateId, certDate, code, isRevoked, revokedReason } = card;
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const revoke = useMutation({
    mutationFn: (reason: string) =>
      eCardClient('POST cards/{licenseID}/revoke', { params: { licenseID }, body: { reason } }),
    onSuccess: async () => {
      await refreshCards();
      setIsAsking(false);
      showToast({ text: intl.formatMessage({ id: 'association.card.revoked_done' }, { name: holder }) });
    },
    // Another member of staff may have revoked it already.
    onError: () => refreshCards(),
  });
  return (
    <DetailPane
      labelledBy="detail-name"
      className="last:pb-10"
      footer={
        <>
          {!isRevoked && (
            <DetailFooter hint={<FormattedMessage id="association.card.revoke_hint" />}>
              <Button kind="outlined" size="sm" onClick={() => setIsAsking(true)}>
                <FormattedMessage id="association.card.revoke" />
              </Button>
            </DetailFooter>
          )}
          {isAsking && (
            <RevokeDialog
              card={card}
              isBusy={revoke.isPending}
              problem={revoke.error && formatErrorMessage(intl, revoke.error)}
              onRevoke={(reason) => revoke.mutate(reason)}
              onClose={() => setIsAsking(false)}
            />
          )}
        </>
      }
    >
      {!isWide && (
        <BackButton onBack={onBack}>
          <FormattedMessage id="association.look.back" />
        </BackButton>
      )}
      <header className="flex gap-3 items-center">
        <div className="min-w-0">
          <h2 className="wrap-anywhere" id="detail-name" ref={title} tabIndex={-1}>
            {name}
          </h2>
          <p className="text-sm text-ink-2">
            <bdi>{holder}</bdi>
          </p>
        </div>
      </header>
      {revokedReason !== null && (
        <Callout kind="alert">
          <FormattedMessage
            id="association.card.revoked_why"
            values={{ reason: <span dir="auto">{revokedReason}</span> }}
          />
        </Callout>
      )}
      <Facts>
        <Fact name={<FormattedMessage id="association.card.state" />}>
          <CardState card={card} />
        </Fact>
        <Fact name={<FormattedMessage id="association.card.number" />}>
          <span className="num">{licenseID}</span>
        </Fact>
        {code !== null && (
          <Fact name={<FormattedMessage id="association.card.code" />}>
            <bdi dir="ltr" className="num">
              {code}
            </bdi>
            <CopyButton
              text={code}
              label={intl.formatMessage({ id: 'association.card.copy' })}
              copied={intl.formatMessage({ id: 'association.look.copied' })}
              notCopied={intl.formatMessage({ id: 'association.look.not_copied' })}
            />
          </Fact>
        )}
        <Fact name={<FormattedMessage id="association.card.date" />}>
          <FormattedDay value={fromCardDate(certDate) ?? ''} />
        </Fact>
        <Fact name={<FormattedMessage id="association.card.holder" />}>
          <Link to={`/desk/people/${affiliateId}`}>
            <bdi>{holder}</bdi>
          </Link>
        </Fact>
      </Facts>
    </DetailPane>
  );
}
