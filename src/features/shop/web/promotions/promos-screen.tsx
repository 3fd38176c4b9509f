import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { Link } from 'react-router';
import { boot } from '#platform/web/session/boot.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { currentToken } from '#platform/web/session/session.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { DiverDrawing } from '#ui/drawings/diver-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead, PageSection } from '#ui/layout/page.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { PromotionCard } from '#features/shop/shared/contract.ts';
import { shopClient } from '#features/shop/web/client.ts';
import { shopKey, useClubBenefits } from '#features/shop/web/queries.ts';
import { productPath } from '#features/shop/web/catalogue/product-query.ts';

const cardGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-6 max-sm:gap-4';

/** Offers for people who have just completed Discover Scuba Diving. */
export function PromosScreen() {
  const intl = useIntl();
  const hasFreeCard = useClubBenefits().data?.hasFreeECard === true;
  const query = useQuery({
    queryKey: [...shopKey, 'promotions', currentLocale()],
    queryFn: () => shopClient('GET promotions'),
  });
  return (
    <>
      <Card className="flex flex-wrap items-center gap-y-5 gap-x-8 mb-10">
        <DiverDrawing className="h-auto w-40 flex-none" />
        <PageHead
          className="flex-[1_1_280px]"
          eyebrow={<FormattedMessage id="shop.promos.eyebrow" />}
          title={<FormattedMessage id="shop.promos.title" values={{ name: <bdi>{currentToken()?.givenName}</bdi> }} />}
          text={<FormattedMessage id="shop.promos.text" />}
        />
        <Link className={buttonClass()} to="/club">
          <ClubText hasFreeCard={hasFreeCard} />
        </Link>
      </Card>
      <PageSection title={<FormattedMessage id="shop.promos.cards" />}>
        <QueryView
          query={query}
          skeleton={
            <SkeletonGroup label={intl.formatMessage({ id: 'shop.promos.loading' })} className={cardGrid}>
              <SkeletonRows count={3} height={220} />
            </SkeletonGroup>
          }
        >
          {(cards) => <PromotionCards cards={cards} hasFreeCard={hasFreeCard} />}
        </QueryView>
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
    <ul className={cardGrid}>
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
    <li className="card flex flex-col overflow-clip max-sm:flex-row">
      <span className="grid place-items-center p-5 border-b border-line bg-bg max-sm:flex-none max-sm:w-24 max-sm:p-3 max-sm:border-b-0 max-sm:border-e max-sm:border-line">
        <CardDrawing className="max-sm:h-auto max-sm:w-full" />
      </span>
      <div className="flex flex-1 flex-col gap-2 p-5 max-sm:gap-1 max-sm:p-4">
        <span className="text-sm text-accent-text">
          <FormattedMessage id="shop.promos.free" values={{ club: boot.brand.club }} />
        </span>
        <h3>
          <Link to={productPath(stockId)} dir="auto">
            {name}
          </Link>
        </h3>
        <p className="text-sm text-ink-2 flex-1" dir="auto">
          {excerpt}
        </p>
        <Link className="text-sm self-start py-2" to="/club">
          <ClubText hasFreeCard={hasFreeCard} />
        </Link>
      </div>
    </li>
  );
}
