import { ChevronRight, Users } from '#ui/icons/icons.ts';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { Disc, RowContent, Rows, rowClass } from '#ui/lists/row.tsx';
import { SettingsSection } from '#features/account/web/settings-section.tsx';

export function FamilySection() {
  return (
    <SettingsSection title={<FormattedMessage id="account.family.title" />}>
      <Rows>
        <li>
          <Link className={rowClass} to="/family">
            <RowContent
              start={
                <Disc>
                  <Users size={20} />
                </Disc>
              }
              title={<FormattedMessage id="account.family.link" />}
              text={<FormattedMessage id="account.family.text" />}
              end={<ChevronRight size={20} className="flip" aria-hidden="true" />}
            />
          </Link>
        </li>
      </Rows>
    </SettingsSection>
  );
}
