import { Copy, LifeBuoy } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { boot } from '#platform/web/session/boot.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { useClubBenefits } from '#features/shop/web/queries.ts';
import { basketPath } from './product-query.ts';

/** Unused club benefits for members, or a short hint for people who can join. */
export function ClubOffer() {
  const { data } = useClubBenefits();
  if (data === undefined) return null;
  if (data === null) return ['diver', 'professional'].includes(currentToken()?.role ?? '') ? <ClubHint /> : null;
  const { discountCode, hasFreeECard } = data;
  return (
    <>
      {hasFreeECard && (
        <ClubLine
          end={
            <Link className="inline-flex min-h-tap items-center" to="/club">
              <FormattedMessage id="shop.club.choose" />
            </Link>
          }
        >
          <FormattedMessage id="shop.club.ecard" />
        </ClubLine>
      )}
      {discountCode !== null && <CodeLine code={discountCode} />}
    </>
  );
}

function ClubLine({ end, children }: { end: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-box bg-accent-soft px-4 py-1 text-sm [&+&]:mt-2">
      <LifeBuoy className="text-accent-text" size={20} aria-hidden="true" />
      <p className="flex-1 min-w-40">{children}</p>
      <span className="flex items-center gap-2 ms-auto">{end}</span>
    </div>
  );
}

function CodeLine({ code }: { code: string }) {
  const intl = useIntl();
  const copy = async () => {
    let id: MessageId = 'shop.club.copied';
    try {
      await navigator.clipboard.writeText(code);
    } catch {
      // The browser may block the clipboard; the code can be selected by hand.
      id = 'shop.club.not_copied';
    }
    showToast({ text: intl.formatMessage({ id }) });
  };
  return (
    <ClubLine
      end={
        <>
          <IconButton label={intl.formatMessage({ id: 'shop.club.copy' })} onClick={() => void copy()}>
            <Copy size={18} aria-hidden="true" />
          </IconButton>
          <Link className="inline-flex min-h-tap items-center" to={basketPath}>
            <FormattedMessage id="shop.club.use" />
          </Link>
        </>
      }
    >
      <FormattedMessage id="shop.club.code" values={{ code, mark: renderMark }} />
    </ClubLine>
  );
}

function ClubHint() {
  return (
    <p className="text-sm mt-4 text-ink-2">
      <FormattedMessage id="shop.club.join" values={{ club: boot.brand.club, link: renderClubLink }} />
    </p>
  );
}

function renderMark(chunks: ReactNode) {
  return <bdi className="font-strong num whitespace-nowrap iso">{chunks}</bdi>;
}

function renderClubLink(chunks: ReactNode) {
  return <Link to="/club">{chunks}</Link>;
}
