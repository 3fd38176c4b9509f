import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { usePersonSwitch } from '../../../platform/web/person-switch.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { PersonSwitch } from '../../../ui/person-switch.tsx';

const words = { label: 'account.person.label', you: 'account.person.you' };

export function FamilySwitch({ path }: { path: string }) {
  return (
    <PersonSwitch
      {...usePersonSwitch(path, words)}
      end={
        <Link className={buttonClass({ kind: 'quiet' })} to="/family">
          <FormattedMessage id="account.person.family" />
        </Link>
      }
    />
  );
}
