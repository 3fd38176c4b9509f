import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { describePage } from '#platform/web/session/page-description.ts';
import { buttonClass, ButtonLink } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { DiverDrawing } from '#ui/drawings/diver-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { CalendarDays, Package, Timer, UserRound } from '#ui/icons/icons.ts';
import { PageHead } from '#ui/layout/page.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import type { DiscoverPage } from '#features/dsd/shared/contract.ts';
import { newChildParameter } from '#features/dsd/shared/rules.ts';
import { dsdClient } from '#features/dsd/web/client.ts';

const page = 'mx-auto grid max-w-240 grid-cols-1 gap-6';

/** Public page of a store's Discover Scuba Diving. */
export function DiscoverScreen({ isSignedIn }: { isSignedIn: boolean }) {
  const intl = useIntl();
  const { storeNumber = '' } = useParams();
  const query = useQuery({
    queryKey: ['dsd', 'discover', storeNumber],
    queryFn: () => fetchStore(storeNumber),
    staleTime: 60_000,
  });
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'dsd.loading' })} className={page}>
          <Skeleton height={280} />
          <Skeleton height={320} />
        </SkeletonGroup>
      }
      isCard
      level={1}
    >
      {(store) => (store === 'unknown' ? <UnknownStore /> : <StorePage store={store} isSignedIn={isSignedIn} />)}
    </QueryView>
  );
}

/** An unknown number is a result, not an error, so the server renders it. */
async function fetchStore(storeNumber: string): Promise<DiscoverPage | 'unknown'> {
  if (!/^0*[1-9]\d{0,8}$/.test(storeNumber)) return 'unknown';
  try {
    return await dsdClient('GET Discover/{storeNumber}', { params: { storeNumber: Number(storeNumber) } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'unknown';
    throw error;
  }
}

function StorePage({ store, isSignedIn }: { store: DiscoverPage; isSignedIn: boolean }) {
  const intl = useIntl();
  const { storeNumber, name, city, country, hasPhoto } = store;
  const region = country && (intl.formatDisplayName(country, { type: 'region' }) ?? country);
  const place = joinFacts(city, region);
  const described = joinFacts(name, city, region);
  describePage({ text: intl.formatMessage({ id: 'dsd.discover.description' }, { store: described }) });
  return (
    <div className={page}>
      <div className="card grid overflow-clip sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {hasPhoto ? (
          <img
            className="h-55 w-full object-cover sm:h-full"
            src={`/api/dsd/Discover/${storeNumber}/photo`}
            alt={name}
            width={600}
            height={600}
          />
        ) : (
          <span className="grid h-55 place-items-center bg-bg sm:h-full">
            <DiverDrawing className="h-auto w-52" />
          </span>
        )}
        <div className="grid content-center gap-6 p-5 lg:p-8">
          <PageHead
            eyebrow={<FormattedMessage id="dsd.name" />}
            title={<FormattedMessage id="dsd.welcome.title" />}
            text={
              <span className="mt-3 grid gap-1 text-md">
                <b className="font-strong text-ink wrap-anywhere">
                  <bdi>{name}</bdi>
                </b>
                <span>{place}</span>
              </span>
            }
          />
          <StartLinks storeNumber={storeNumber} isSignedIn={isSignedIn} />
        </div>
      </div>
      <Rows>
        <Fact icon={<CalendarDays size={20} />} name="day" />
        <Fact icon={<Timer size={20} />} name="length" />
        <Fact icon={<UserRound size={20} />} name="age" />
        <Fact icon={<Package size={20} />} name="bring" />
      </Rows>
    </div>
  );
}

/** Guests start with the button. A guardian can also start for a child, who is added on the next page. */
function StartLinks({ storeNumber, isSignedIn }: { storeNumber: number; isSignedIn: boolean }) {
  const path = `/dsd/welcome?store=${storeNumber}`;
  const links = [
    { signUp: 'dsd', to: path, text: 'dsd.welcome.begin', className: buttonClass({ size: 'lg', isWide: true }) },
    {
      signUp: 'parent',
      to: `${path}&${newChildParameter}=`,
      text: 'dsd.who.add_child',
      className: 'justify-self-center py-3 text-sm',
    },
  ] as const;
  return (
    <div className="grid gap-1">
      {links.map(({ signUp, to, text, className }) =>
        isSignedIn ? (
          <Link key={signUp} className={className} to={to}>
            <FormattedMessage id={text} />
          </Link>
        ) : (
          <a
            key={signUp}
            className={className}
            href={`/login/sign-up/${signUp}?${new URLSearchParams({ returnTo: to })}`}
          >
            <FormattedMessage id={text} />
          </a>
        ),
      )}
    </div>
  );
}

const factTexts = {
  day: 'dsd.welcome.text',
  length: 'dsd.discover.length_text',
  age: 'dsd.welcome.age',
  bring: 'dsd.discover.bring_text',
} as const;

function Fact({ icon, name }: { icon: ReactNode; name: keyof typeof factTexts }) {
  return (
    <Row
      start={<Disc tone="accent">{icon}</Disc>}
      title={<FormattedMessage id={`dsd.discover.${name}`} />}
      text={<FormattedMessage id={factTexts[name]} />}
    />
  );
}

function UnknownStore() {
  describePage({ isEmpty: true });
  return (
    <EmptyState
      isCard
      level={1}
      drawing={<BuoyDrawing />}
      title={<FormattedMessage id="dsd.discover.unknown" />}
      text={<FormattedMessage id="dsd.discover.unknown_text" />}
      action={
        <ButtonLink href="/login/sign-up/dsd">
          <FormattedMessage id="dsd.welcome.begin" />
        </ButtonLink>
      }
    />
  );
}
