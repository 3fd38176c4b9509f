import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { SearchScreen } from '#features/association/web/search/search-screen.tsx';
import { usePeopleSearch } from '#features/association/web/search/queries.ts';
import { getPersonColumns } from './person-columns.tsx';
import { PersonDetail } from './person-detail.tsx';

type SearchPart = 'title' | 'search' | 'hint';

const messageIds = {
  all: (part: SearchPart) => `association.people.${part}`,
  store: (part: SearchPart) => `association.stores.${part}`,
} as const satisfies Record<string, (part: SearchPart) => MessageId>;

export function PeopleScreen() {
  return <PeopleSearch key="people" kind="all" path="/desk/people" />;
}

export function StoresScreen() {
  return <PeopleSearch key="stores" kind="store" path="/desk/stores" />;
}

function PeopleSearch({ kind, path }: { kind: 'all' | 'store'; path: string }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { affiliateId: opened } = useParams();
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const found = usePeopleSearch(search, kind);
  const openId = opened !== undefined && /^\d{1,15}$/.test(opened) ? opened : null;
  const query = params.size > 0 ? `?${params}` : '';
  const open = (id: string | number) => navigate(`${path}/${id}${query}`, { preventScrollReset: true });
  return (
    <SearchScreen
      title={<FormattedMessage id={messageIds[kind]('title')} />}
      placeholder={intl.formatMessage({ id: messageIds[kind]('search') })}
      hint={<FormattedMessage id={messageIds[kind]('hint')} />}
      search={search}
      onSearch={(next) => setParams(next === '' ? {} : { search: next }, { replace: true, preventScrollReset: true })}
      found={found}
      columns={getPersonColumns(intl, kind)}
      getId={({ affiliateId }) => String(affiliateId)}
      openId={openId}
      onOpen={(id) => void open(id)}
      onClose={() => void navigate(`${path}${query}`, { preventScrollReset: true })}
      detail={
        openId !== null && (
          <PersonDetail
            key={openId}
            affiliateId={Number(openId)}
            onBack={() => void navigate(`${path}${query}`, { preventScrollReset: true })}
          />
        )
      }
    />
  );
}
