import './promos.css';
import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { boot } from '#platform/web/session/boot.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { currentToken } from '#platform/web/session/session.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { DiverDrawing } from '#ui/drawings/diver-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead, PageSection } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { PromotionCard } from '#features/shop/shared/contract.ts';
import { shop } from '#features/shop/web/client.ts';
import { LoadFailure } from '#features/shop/web/load-failure.tsx';
import { shopKey, useClubBenefits } from '#features/shop/web/queries.ts';
import { productPath } from '#features/shop/web/catalogue/product-query.ts';

/** Offers for people who have just completed Discover Scuba Diving. */
export function PromosScreen() {
  const intl = useIntl();
  const hasFreeCard = useClubBenefits().data?.hasFreeECard === true;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...shopKey, 'promotions', currentLocale()],
    queryFn: () => shop('GET promotions'),
  });
  return (
    <>
      <div className="promo-head card pad">
        <DiverDrawing />
        <PageHead
          eyebrow={<FormattedMessage id="shop.promos.eyebrow" />}
          title={<FormattedMessage id="shop.promos.title" values={{ name: <bdi>{currentToken()?.givenName}</bdi> }} />}
          text={<FormattedMessage id="shop.promos.text" />}
        />
        <Link className={buttonClass()} to="/club">
          <ClubText hasFreeCard={hasFreeCard} />
        </Link>
      </div>
      <PageSection title={<FormattedMessage id="shop.promos.cards" />}>
        {data !== undefined ? (
          <PromotionCards cards={data} hasFreeCard={hasFreeCard} />
        ) : error !== null ? (
          <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} />
        ) : (
          <SkeletonGroup label={intl.formatMessage({ id: 'shop.promos.loading' })} className="promo-cards">
            <Skeleton height={220} />
            <Skeleton height={220} />
            <Skeleton height={220} />
          </SkeletonGroup>
        )}
      </PageSection>
    </>
  );
}

/** Members choose their card; everyone else joins first. */
function ClubText({ hasFreeCard }: { hasFreeCard: boolean }) {
  return (
    <FormattedMessage id={hasFreeCard ? 'shop.promos.choose' : 'shop.promos.join'} values={{ club: boot.brand.club }} />
  );
}

function PromotionCards({ cards, hasFreeCard }: { cards: readonly PromotionCard[]; hasFreeCard: boolean }) {
  if (cards.length === 0)
    return (
      <EmptyState
        isCard
        level={3}
        drawing={<CardDrawing />}
        title={<FormattedMessage id="shop.promos.none" />}
        text={<FormattedMessage id="shop.promos.none_text" />}
        action={
          <Link className={buttonClass({ kind: 'outlined' })} to="/training/shop">
            <FormattedMessage id="shop.promos.to_shop" />
          </Link>
        }
      />
    );
  return (
    <ul className="promo-cards">
      {cards.map((card) => (
        <PromotionItem key={card.id} card={card} hasFreeCard={hasFreeCard} />
      ))}
    </ul>
  );
}

function PromotionItem({
  card: { name, excerpt, stockId },
  hasFreeCard,
}: {
  card: PromotionCard;
  hasFreeCard: boolean;
}) {
  return (
    <li className="card promo-card">
      <span className="promo-picture">
        <CardDrawing />
      </span>
      <div className="promo-words">
        <span className="text-sm text-accent-text">
          <FormattedMessage id="shop.promos.free" values={{ club: boot.brand.club }} />
        </span>
        <h3>
          <Link to={productPath(stockId)} dir="auto">
            {name}
          </Link>
        </h3>
        <p className="text-sm text-ink-2" dir="auto">
          {excerpt}
        </p>
        <Link className="text-sm" to="/club">
          <ClubText hasFreeCard={hasFreeCard} />
        </Link>
      </div>
    </li>
  );
}
