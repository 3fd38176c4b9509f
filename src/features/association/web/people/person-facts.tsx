import { FormattedMessage, useIntl } from 'react-intl';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatPlace } from '#platform/web/i18n/format-place.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { getLanguageName, isLocale } from '#platform/shared/locale.ts';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import type { PersonFile } from '#features/association/shared/contract.ts';
import { Fact, Facts } from '#features/association/web/facts.tsx';

export function PersonFacts({ person }: { person: PersonFile }) {
  const intl = useIntl();
  const place = formatPlace(person);
  const { language } = person;
  return (
    <Facts>
      <Fact name={<FormattedMessage id="association.person.email" />}>
        {person.email === null ? (
          <FormattedMessage id="association.person.no_email" />
        ) : (
          <>
            <bdi>{person.email}</bdi>
            <CopyButton
              text={person.email}
              label={intl.formatMessage({ id: 'association.person.copy' })}
              copied={intl.formatMessage({ id: 'association.look.copied' })}
              notCopied={intl.formatMessage({ id: 'association.look.not_copied' })}
            />
          </>
        )}
      </Fact>
      {person.birthdate !== null && (
        <Fact name={<FormattedMessage id="association.person.born" />}>
          <FormattedDay value={person.birthdate} />
        </Fact>
      )}
      {person.memberNumber !== null && (
        <Fact name={<FormattedMessage id="association.person.member_number" />}>
          <span className="num">{person.memberNumber}</span>
          {person.memberStatus !== null && (
            <>
              {' · '}
              <FormattedMessage id={`association.member.${person.memberStatus}` as MessageId} />
            </>
          )}
        </Fact>
      )}
      {person.storeNumber !== null && (
        <Fact name={<FormattedMessage id="association.person.store_number" />}>
          <span className="num">{person.storeNumber}</span>
        </Fact>
      )}
      {place !== '' && <Fact name={<FormattedMessage id="association.person.place" />}>{place}</Fact>}
      <Fact name={<FormattedMessage id="association.person.language" />}>
        {isLocale(language) ? getLanguageName(language, currentLocale()) : language}
      </Fact>
      <Fact name={<FormattedMessage id="association.person.since" />}>
        <FormattedDay value={person.createdDate} />
      </Fact>
      {/* Photos are for certification cards. */}
      {(person.role === 'diver' || person.role === 'professional') && (
        <Fact name={<FormattedMessage id="association.person.photo" />}>
          <FormattedMessage id={`association.person.photo_${person.hasPhoto ? 'yes' : 'no'}`} />
        </Fact>
      )}
    </Facts>
  );
}
