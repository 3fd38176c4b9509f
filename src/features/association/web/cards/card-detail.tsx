import { useMutation } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { fromCardDate } from '#features/certifications/shared/card-date.ts';
import type { FoundCard } from '#features/association/shared/contract.ts';
import { CardState } from './card-state.tsx';
import { eCardClient } from '#features/association/web/client.ts';
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
    <section
      className="flex flex-col min-w-0 min-h-0 bg-surface lg:overflow-hidden xl:border-s xl:border-line"
      aria-labelledby="detail-name"
    >
      <div className="flex relative flex-1 flex-col gap-4 py-4 px-gutter last:pb-10 lg:overflow-auto lg:p-5 lg:pe-6">
        {!isWide && (
          <LinkButton className="inline-flex items-center gap-2 self-start min-h-tap-sm" onClick={onBack}>
            <ArrowLeft className="flip" size={18} aria-hidden="true" />
            <FormattedMessage id="association.look.back" />
          </LinkButton>
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
            <FormattedDate value={fromCardDate(certDate) ?? ''} dateStyle="medium" timeZone="UTC" />
          </Fact>
          <Fact name={<FormattedMessage id="association.card.holder" />}>
            <Link to={`/desk/people/${affiliateId}`}>
              <bdi>{holder}</bdi>
            </Link>
          </Fact>
        </Facts>
      </div>
      {!isRevoked && (
        <footer
          className="sticky bottom-0 border-t border-line bg-surface px-gutter py-3 lg:static lg:py-4 lg:ps-5 lg:pe-6"
          data-sticky-bar=""
        >
          <div className="flex gap-2 *:min-w-0 *:flex-1 *:px-2">
            <Button kind="outlined" size="sm" onClick={() => setIsAsking(true)}>
              <FormattedMessage id="association.card.revoke" />
            </Button>
          </div>
          <p className="text-xs mt-2 text-ink-3">
            <FormattedMessage id="association.card.revoke_hint" />
          </p>
        </footer>
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
    </section>
  );
}
