import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { Link } from 'react-router';
import { boot } from '#platform/web/session/boot.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import type { PromotionCard } from '#features/shop/shared/contract.ts';
import { shopClient } from '#features/shop/web/client.ts';
import { shopKey, useClubBenefits, useRecommendedProducts } from '#features/shop/web/queries.ts';
import { productPath } from '#features/shop/web/catalogue/product-query.ts';

const cardGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-6 max-sm:gap-4';

interface PromosScreenProps {
  /** The congratulation. */
  head: ReactNode;
  /** The store or professional who took the guest diving. */
  by: string | null;
}

/** The next steps of people who have just completed Discover Scuba Diving. */
export function PromosScreen({ head, by }: PromosScreenProps) {
  const hasFreeCard = useClubBenefits().data?.hasFreeECard === true;
  const { data: cards = [] } = useQuery({
    queryKey: [...shopKey, 'promotions', currentLocale()],
    queryFn: () => shopClient('GET promotions'),
  });
  return (
    <>
      {head}
      <NextCourse by={by} />
      {cards.length > 0 && (
        <PageSection
          title={<FormattedMessage id="shop.promos.cards" />}
          end={
            <Link to="/club">
              <ClubText hasFreeCard={hasFreeCard} />
            </Link>
          }
        >
          <ul className={cardGrid}>
            {cards.map((card) => (
              <PromotionItem key={card.id} card={card} hasFreeCard={hasFreeCard} />
            ))}
          </ul>
        </PageSection>
      )}
    </>
  );
}

/** The entry course, for a guest who has not started it and isn't certified. */
function NextCourse({ by }: { by: string | null }) {
  const { data = [] } = useRecommendedProducts(true);
  const first = data.find(({ reason }) => reason === 'first');
  if (first === undefined) return null;
  const { productId, name, excerpt } = first.product;
  return (
    <PageSection title={<FormattedMessage id="shop.reason.next" />}>
      <Card className="flex flex-wrap items-center gap-5">
        <CardDrawing className="h-auto w-28 flex-none" />
        <div className="min-w-0 flex-[1_1_280px]">
          <h3 dir="auto">{name}</h3>
          <p className="text-sm text-ink-2" dir="auto">
            {excerpt}
          </p>
          {by !== null && (
            <p className="mt-2 text-sm">
              <FormattedMessage id="shop.promos.next_with" values={{ by: <bdi>{by}</bdi> }} />
            </p>
          )}
        </div>
        <Link className={buttonClass()} to={productPath(productId)}>
          <FormattedMessage id="shop.promos.next_action" />
        </Link>
      </Card>
    </PageSection>
  );
}

/** Members choose their card; everyone else joins first. */
function ClubText({ hasFreeCard }: { hasFreeCard: boolean }) {
  return (
    <FormattedMessage id={hasFreeCard ? 'shop.promos.choose' : 'shop.promos.join'} values={{ club: boot.brand.club }} />
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
