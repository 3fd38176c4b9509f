import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { useSearchParams } from 'react-router';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import type { MessageIdEnd } from '#platform/shared/message-id.ts';
import { fromCardDate } from '#features/certifications/shared/card-date.ts';
import type { DeskColumn } from '#ui/lists/desk-table.tsx';
import type { FoundCard } from '#features/association/shared/contract.ts';
import { CardDetail } from './card-detail.tsx';
import { CardState } from './card-state.tsx';
import { SearchScreen } from '#features/association/web/search/search-screen.tsx';
import { useCardSearch } from '#features/association/web/search/queries.ts';

/** Searches all cards by number, code or holder. */
export function CardSearchScreen() {
  const intl = useIntl();
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const found = useCardSearch(search);
  const open = (id: string | null) =>
    setParams({ search, ...(id !== null && { open: id }) }, { replace: id === null, preventScrollReset: true });
  const card = found.data?.find(({ licenseID }) => String(licenseID) === params.get('open'));
  return (
    <SearchScreen
      title={<FormattedMessage id="association.cards.title" />}
      placeholder={intl.formatMessage({ id: 'association.cards.search' })}
      hint={<FormattedMessage id="association.cards.hint" />}
      search={search}
      onSearch={(next) => setParams(next === '' ? {} : { search: next }, { replace: true, preventScrollReset: true })}
      found={found}
      columns={getColumns(intl)}
      getId={({ licenseID }) => String(licenseID)}
      openId={card === undefined ? null : String(card.licenseID)}
      onOpen={open}
      onClose={() => open(null)}
      detail={card && <CardDetail key={card.licenseID} card={card} onBack={() => open(null)} />}
    />
  );
}

function getColumns(intl: IntlShape): DeskColumn<FoundCard>[] {
  const title = (id: MessageIdEnd<'association.card.'>) => intl.formatMessage({ id: `association.card.${id}` });
  return [
    {
      id: 'holder',
      title: title('holder'),
      isRowHeader: true,
      cell: ({ holder }) => (
        <b>
          <bdi>{holder}</bdi>
        </b>
      ),
    },
    { id: 'level', title: title('level'), cell: ({ name }) => name },
    { id: 'number', title: title('number'), cell: ({ licenseID }) => licenseID },
    { id: 'code', title: title('code'), cell: ({ code }) => code && <bdi dir="ltr">{code}</bdi> },
    {
      id: 'date',
      title: title('date'),
      cell: ({ certDate }) => <FormattedDay value={fromCardDate(certDate) ?? ''} />,
    },
    { id: 'state', title: title('state'), cell: (card) => <CardState card={card} /> },
  ];
}
