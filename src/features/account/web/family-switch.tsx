import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { usePersonSwitch } from '#platform/web/session/use-person-switch.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { PersonSwitch } from '#ui/navigation/person-switch.tsx';

const personSwitchMessages = { label: 'account.person.label', you: 'account.person.you' } as const;

export function FamilySwitch({ path }: { path: string }) {
  return (
    <PersonSwitch
      {...usePersonSwitch(path, personSwitchMessages)}
      end={
        <Link className={buttonClass({ kind: 'quiet' })} to="/family">
          <FormattedMessage id="account.person.family" />
        </Link>
      }
    />
  );
}
