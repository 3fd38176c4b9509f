import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { PersonSwitch, type PersonSwitchProps } from '../../../ui/person-switch.tsx';
import { useFamily, useWhose } from './queries.ts';

/** One's own page, which is the address itself, and the same page of each child. */
const ownId = 0;

export function FamilySwitch({ path }: { path: string }) {
  const intl = useIntl();
  const { affiliateId, isOwn } = useWhose();
  const { data: children = [] } = useFamily();
  return (
    <PersonSwitch
      label={intl.formatMessage({ id: 'certifications.person.label' })}
      people={[
        { id: ownId, name: <FormattedMessage id="certifications.person.you" />, isCurrent: isOwn },
        ...children.map((child) => ({
          id: child.affiliateId,
          name: <bdi>{child.firstName}</bdi>,
          isCurrent: child.affiliateId === affiliateId,
        })),
      ]}
      link={linkTo(path)}
    />
  );
}

function linkTo(path: string): PersonSwitchProps['link'] {
  return (id, { children, ...props }) => (
    <Link {...props} to={id === ownId ? path : `${path}?for=${id}`}>
      {children}
    </Link>
  );
}

/** The child whose page it is, if it is one's own child's. */
export function useChild() {
  const { affiliateId } = useWhose();
  const { data: children = [] } = useFamily();
  return children.find((child) => child.affiliateId === affiliateId);
}
