import { Copy, LifeBuoy } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
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
            <Link to="/club">
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
    <div className="club-line">
      <LifeBuoy size={20} aria-hidden="true" />
      <p>{children}</p>
      <span className="end">{end}</span>
    </div>
  );
}

function CodeLine({ code }: { code: string }) {
  const intl = useIntl();
  const copy = async () => {
    let id = 'shop.club.copied';
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
          <Link to={basketPath}>
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
    <p className="club-hint">
      <FormattedMessage id="shop.club.join" values={{ club: boot.brand.club, link: renderClubLink }} />
    </p>
  );
}

function renderMark(chunks: ReactNode) {
  return <bdi className="shop-code">{chunks}</bdi>;
}

function renderClubLink(chunks: ReactNode) {
  return <Link to="/club">{chunks}</Link>;
}
