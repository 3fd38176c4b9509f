import { FormattedMessage, useIntl } from 'react-intl';
import { themes } from '../../../platform/shared/boot.ts';
import { languageList, type Locale } from '../../../platform/shared/locale.ts';
import { useLocale } from '../../../platform/web/i18n.tsx';
import { chooseTheme, useTheme } from '../../../platform/web/theme.ts';
import { Card } from '../../../ui/card.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { Stat } from '../../../ui/stat.tsx';
import { unitSystems } from '../../../platform/shared/units.ts';
import { useUnits } from '../../../platform/web/units.ts';
import { chooseLanguage } from './choose-language.ts';
import { chooseUnit } from './choose-unit.ts';
import { examplesIn } from './settings-examples.ts';
import { SavedNote, useSaving } from './settings-saving.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Everything here takes effect and is kept at once. */
export function SettingsScreen() {
  return (
    <>
      <PageHead
        title={<FormattedMessage id="account.settings.title" />}
        text={<FormattedMessage id="account.settings.text" />}
      />
      <div className="mt-8 grid gap-8">
        <LanguageSetting />
        <UnitSetting />
        <ThemeSetting />
      </div>
    </>
  );
}

/** The same in all languages, so worked out once. */
const languages = languageList().map(({ code, name }) => ({ id: code, label: name }));

function LanguageSetting() {
  const intl = useIntl();
  const locale = useLocale();
  const saving = useSaving();
  return (
    <SettingsSection
      title={<FormattedMessage id="account.settings.language" />}
      text={<FormattedMessage id="account.settings.language.text" />}
      note={<SavedNote saving={saving} />}
    >
      <Card>
        <div className="max-w-[460px]">
          <Select
            label={<FormattedMessage id="account.settings.language.label" />}
            choices={languages}
            value={locale}
            placeholder={intl.formatMessage({ id: 'account.settings.language' })}
            onChange={(code) => code !== null && void saving.run(() => chooseLanguage(code as Locale))}
          />
        </div>
      </Card>
    </SettingsSection>
  );
}

const unitWords = { Metric: 'account.settings.units.metric', Imperial: 'account.settings.units.imperial' } as const;

function UnitSetting() {
  const intl = useIntl();
  const unit = useUnits();
  const saving = useSaving();
  return (
    <SettingsSection
      title={<FormattedMessage id="account.settings.units" />}
      text={<FormattedMessage id="account.settings.units.text" />}
      note={<SavedNote saving={saving} />}
    >
      <Card>
        <Segmented
          isLabelHidden
          label={<FormattedMessage id="account.settings.units.label" />}
          value={unit}
          options={unitSystems.map((value) => ({ value, label: <FormattedMessage id={unitWords[value]} /> }))}
          onChange={(value) => void saving.run(() => chooseUnit(value))}
        />
        <div className="mt-5 flex flex-wrap gap-x-8 gap-y-4">
          {examplesIn(unit, intl).map(({ id, ...example }) => (
            <Stat key={id} size="mid" {...example} label={<FormattedMessage id={id} />} />
          ))}
        </div>
      </Card>
    </SettingsSection>
  );
}

const themeWords = {
  system: 'account.settings.theme.system',
  light: 'account.settings.theme.light',
  dark: 'account.settings.theme.dark',
} as const;

function ThemeSetting() {
  const theme = useTheme();
  const saving = useSaving();
  return (
    <SettingsSection
      title={<FormattedMessage id="account.settings.theme" />}
      text={<FormattedMessage id="account.settings.theme.text" />}
      note={<SavedNote saving={saving} />}
    >
      <Card>
        <Segmented
          isLabelHidden
          label={<FormattedMessage id="account.settings.theme.label" />}
          value={theme}
          options={themes.map((value) => ({
            value,
            label: <FormattedMessage id={themeWords[value]} />,
          }))}
          onChange={(value) => void saving.run(async () => chooseTheme(value))}
        />
      </Card>
    </SettingsSection>
  );
}
