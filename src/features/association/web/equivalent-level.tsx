import { useIntl } from 'react-intl';
import { Select } from '../../../ui/select.tsx';
import { levels } from '../../certifications/shared/levels.ts';

const none = 'none';

interface EquivalentLevelProps {
  value: number | null;
  onChange: (levelID: number | null) => void;
  isDisabled?: boolean;
}

/** Which of our levels a card of another agency counts as. */
export function EquivalentLevel({ value, onChange, isDisabled = false }: EquivalentLevelProps) {
  const intl = useIntl();
  return (
    <Select
      label={intl.formatMessage({ id: 'association.card_photos.counts_as' })}
      hint={intl.formatMessage({ id: 'association.card_photos.counts_as_hint' })}
      placeholder={intl.formatMessage({ id: 'association.card_photos.counts_as_none' })}
      choices={[
        { id: none, label: intl.formatMessage({ id: 'association.card_photos.counts_as_none' }) },
        ...levels.map(({ levelID, name }) => ({
          id: String(levelID),
          label: intl.formatMessage({ id: `certifications.level.${name}` }),
        })),
      ]}
      value={value === null ? none : String(value)}
      onChange={(id) => onChange(id === null || id === none ? null : Number(id))}
      isDisabled={isDisabled}
    />
  );
}
