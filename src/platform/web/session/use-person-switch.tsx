import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { useActingFor } from './acting-for.ts';
import type { MessageId } from '#platform/shared/message-id.ts';
import { sendRequest } from '#platform/web/client/client.ts';

interface Child {
  affiliateId: number;
  firstName: string;
  fullName: string;
}

export const childrenQueryKey = ['account', 'family'] as const;
const url = '/api/account/user/family';

/** The children whose pages the signed-in person may open. Most people have none, so no screen is delayed by the request. */
export function useChildren() {
  return useQuery({
    queryKey: childrenQueryKey,
    queryFn: () => sendRequest('GET', url, undefined, url) as Promise<Child[]>,
  });
}

/** The child whose page is shown, if any. */
export function useCurrentChild(): Child | undefined {
  const { affiliateId } = useActingFor();
  const { data: children = [] } = useChildren();
  return children.find((child) => child.affiliateId === affiliateId);
}

/** Stands for the signed-in person's own page, whose URL has no `?for=`. */
const ownId = 0;

interface LinkProps {
  className: string;
  'aria-current': 'page' | undefined;
  children: ReactNode;
}

/** The props for the kit's PersonSwitch. `messageIds` name the navigation and the person's own page. */
export function usePersonSwitch(path: string, messageIds: { label: MessageId; you: MessageId }) {
  const intl = useIntl();
  const { affiliateId, isOwn } = useActingFor();
  const { data: children = [] } = useChildren();
  return {
    label: intl.formatMessage({ id: messageIds.label }),
    people: [
      { id: ownId, name: <FormattedMessage id={messageIds.you} />, isCurrent: isOwn },
      ...children.map((child) => ({
        id: child.affiliateId,
        name: <bdi>{child.firstName}</bdi>,
        isCurrent: child.affiliateId === affiliateId,
      })),
    ],
    link: (id: number, { children: content, ...props }: LinkProps) => (
      <Link {...props} to={{ pathname: path, search: id === ownId ? '' : `?for=${id}` }}>
        {content}
      </Link>
    ),
  };
}
