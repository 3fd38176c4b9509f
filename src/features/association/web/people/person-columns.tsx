import { FormattedMessage, type IntlShape } from 'react-intl';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import type { MessageIdEnd } from '#platform/shared/message-id.ts';
import { formatPlace } from '#platform/web/i18n/format-place.ts';
import { Chip } from '#ui/display/chip.tsx';
import type { DeskColumn } from '#ui/lists/desk-table.tsx';
import type { FoundPerson } from '#features/association/shared/contract.ts';

type Column = DeskColumn<FoundPerson>;

export function getPersonColumns(intl: IntlShape, kind: 'all' | 'store'): Column[] {
  const title = (id: MessageIdEnd<'association.person.'>) => intl.formatMessage({ id: `association.person.${id}` });
  const name: Column = {
    id: 'name',
    title: title('name'),
    isRowHeader: true,
    cell: (person) => (
      <>
        <b>
          <bdi className="lg:wrap-anywhere lg:whitespace-normal">{person.name}</bdi>
        </b>
        {person.isMinor && (
          <Chip>
            <FormattedMessage id="association.photos.minor" />
          </Chip>
        )}
      </>
    ),
  };
  const number: Column = { id: 'number', title: title('number'), cell: ({ affiliateId }) => affiliateId };
  const role: Column = {
    id: 'role',
    title: title('role'),
    cell: (person) => <FormattedMessage id={`association.role.${person.role}`} />,
  };
  const ownNumber: Column = {
    id: 'own_number',
    title: title(kind === 'store' ? 'store_number' : 'own_number'),
    cell: ({ memberNumber, storeNumber }) => memberNumber ?? storeNumber,
  };
  const email: Column = {
    id: 'email',
    title: title('email'),
    cell: (person) => person.email && <bdi>{person.email}</bdi>,
  };
  const born: Column = {
    id: 'born',
    title: title('born'),
    cell: ({ birthdate }) => birthdate && <FormattedDay value={birthdate} />,
  };
  const place: Column = { id: 'place', title: title('place'), cell: formatPlace };
  return kind === 'store'
    ? [name, ownNumber, number, email, place]
    : [name, number, role, ownNumber, email, born, place];
}
