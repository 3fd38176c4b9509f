import { FormattedMessage, useIntl } from 'react-intl';
import { themes } from '#platform/shared/boot-data.ts';
import { listLanguages, type Locale } from '#platform/shared/locale.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { gql } from '#platform/web/client/gql.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { setTheme, useTheme } from '#platform/web/session/theme.ts';
import { Card } from '#ui/layout/card.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Stat } from '#ui/display/stat.tsx';
import { type UnitSystem, unitSystems } from '#domain/units.ts';
import { useUnits } from '#domain/web/use-units.ts';
import { chooseLanguage } from './choose-language.ts';
import { formatUnitExamples } from './unit-examples.ts';
import { SavedNote, useSettingSave } from './use-setting-save.tsx';
import { applyUnit, getCurrentSession } from '#features/account/web/session/session.ts';
import { SettingsSection } from '#features/account/web/settings-section.tsx';

/** All settings are applied and stored immediately. */
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

/** Language names don't depend on the current language, so the list is built once. */
const languages = listLanguages().map(({ code, name }) => ({ id: code, label: name }));

function LanguageSetting() {
  const intl = useIntl();
  const locale = useLocale();
  const saving = useSettingSave();
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

const unitMessages = { Metric: 'account.settings.units.metric', Imperial: 'account.settings.units.imperial' } as const;

function UnitSetting() {
  const intl = useIntl();
  const unit = useUnits();
  const saving = useSettingSave();
  return (
    <SettingsSection
      title={<FormattedMessage id="account.settings.units" />}
      text={<FormattedMessage id="account.settings.units.text" />}
      note={<SavedNote saving={saving} />}
    >
      <Card>
        <SegmentedControl
          isLabelHidden
          label={<FormattedMessage id="account.settings.units.label" />}
          value={unit}
          options={unitSystems.map((value) => ({ value, label: <FormattedMessage id={unitMessages[value]} /> }))}
          onChange={(value) => void saving.run(() => chooseUnit(value))}
        />
        <div className="mt-5 flex flex-wrap gap-x-8 gap-y-4">
          {formatUnitExamples(unit, intl).map(({ id, ...example }) => (
            <Stat key={id} size="sm" {...example} label={<FormattedMessage id={id} />} />
          ))}
        </div>
      </Card>
    </SettingsSection>
  );
}

const themeMessages = {
  system: 'account.settings.theme.system',
  light: 'account.settings.theme.light',
  dark: 'account.settings.theme.dark',
} as const;

function ThemeSetting() {
  const theme = useTheme();
  const saving = useSettingSave();
  return (
    <SettingsSection
      title={<FormattedMessage id="account.settings.theme" />}
      text={<FormattedMessage id="account.settings.theme.text" />}
      note={<SavedNote saving={saving} />}
    >
      <Card>
        <SegmentedControl
          isLabelHidden
          label={<FormattedMessage id="account.settings.theme.label" />}
          value={theme}
          options={themes.map((value) => ({
            value,
            label: <FormattedMessage id={themeMessages[value]} />,
          }))}
          onChange={(value) => void saving.run(async () => setTheme(value))}
        />
      </Card>
    </SettingsSection>
  );
}

const upsertUnitDocument = gql(
  'mutation ($id: Int!, $unit: Unit!) { upsertUnit(affiliate_id: $id, unit: $unit) { affiliate_id unit } }',
);

/** Applies the unit immediately, and reverts it if the server doesn't store it. */
async function chooseUnit(unit: UnitSystem): Promise<void> {
  const { user } = getCurrentSession();
  const former = user.unit;
  applyUnit(unit);
  try {
    await graphql(upsertUnitDocument, { id: user.affiliate_id, unit });
  } catch (error) {
    applyUnit(former);
    throw error;
  }
}
