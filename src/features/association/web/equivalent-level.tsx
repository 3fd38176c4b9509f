import { useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Select } from '#ui/fields/select.tsx';
import { levels } from '#domain/certification-levels.ts';

const noLevel = 'none';

interface EquivalentLevelProps {
  value: number | null;
  onChange: (levelID: number | null) => void;
  isDisabled?: boolean;
}

/** Our level that is equivalent to a card of another agency. */
export function EquivalentLevel({ value, onChange, isDisabled = false }: EquivalentLevelProps) {
  const intl = useIntl();
  return (
    <Select
      label={intl.formatMessage({ id: 'association.card_photos.counts_as' })}
      hint={intl.formatMessage({ id: 'association.card_photos.counts_as_hint' })}
      placeholder={intl.formatMessage({ id: 'association.card_photos.counts_as_none' })}
      choices={[
        { id: noLevel, label: intl.formatMessage({ id: 'association.card_photos.counts_as_none' }) },
        ...levels.map(({ levelID, name }) => ({
          id: String(levelID),
          label: intl.formatMessage({ id: `certifications.level.${name}` as MessageId }),
        })),
      ]}
      value={value === null ? noLevel : String(value)}
      onChange={(id) => onChange(id === null || id === noLevel ? null : Number(id))}
      isDisabled={isDisabled}
    />
  );
}
