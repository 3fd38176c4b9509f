import { useMutation, useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { FormattedDateTime } from '#platform/web/i18n/formatted-day.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Flag } from '#features/association/shared/contract.ts';
import { deskClient } from '#features/association/web/client.ts';
import { FlagShare, FlagText } from './flag-value.tsx';

const flagsKey = ['association', 'flags'] as const;

/** The feature flags of the whole portal. */
export function FlagScreen() {
  const intl = useIntl();
  const query = useQuery({ queryKey: flagsKey, queryFn: () => deskClient('GET flags') });
  return (
    <>
      <PageHead
        title={<FormattedMessage id="association.flags.title" />}
        text={<FormattedMessage id="association.flags.text" />}
      />
      <div className="mt-6">
        <QueryView
          query={query}
          skeleton={
            <SkeletonGroup label={intl.formatMessage({ id: 'association.flags.loading' })} className="grid gap-2">
              <SkeletonRows count={4} height={84} />
            </SkeletonGroup>
          }
          isCard
        >
          {(flags) => (
            <ul className="card">
              {flags.map((flag) => (
                <FlagRow key={flag.name} flag={flag} />
              ))}
            </ul>
          )}
        </QueryView>
      </div>
    </>
  );
}

function FlagRow({ flag }: { flag: Flag }) {
  const { name, kind, value, usual, updatedBy, updatedDate } = flag;
  const setting = useSetFlag(flag);
  const title = <FormattedMessage id={`association.flag.${name}.title` as MessageId} />;
  const set = (next: Flag['value']) => setting.mutate({ value: next, was: value });
  return (
    <li className="grid gap-y-3 gap-x-8 py-4 px-5 border-b border-line min-[760px]:grid-cols-[minmax(0,1fr)_320px] last:border-b-0">
      <div>
        <h2 className="text-md">{title}</h2>
        <p className="text-sm text-ink-2">
          <FormattedMessage id={`association.flag.${name}.text` as MessageId} />
        </p>
        <p className="flex text-xs flex-wrap gap-y-1 gap-x-3 mt-1 text-ink-2">
          <code className="[font-family:inherit]">{name}</code>
          {value !== usual && (
            <span className="font-strong">
              <FormattedMessage id="association.flags.changed" />
            </span>
          )}
          <span>
            {updatedDate === null ? (
              <FormattedMessage id="association.flags.never" />
            ) : (
              <FormattedMessage
                id={updatedBy === null ? 'association.flags.set' : 'association.flags.set_by'}
                values={{
                  name: <bdi key="name">{updatedBy}</bdi>,
                  date: <FormattedDateTime value={updatedDate} />,
                }}
              />
            )}
          </span>
        </p>
      </div>
      {kind === 'switch' ? (
        <Switch
          className="min-[760px]:justify-self-end"
          label={title}
          isLabelHidden
          checked={value === true}
          disabled={setting.isPending}
          onChange={({ target }) => set(target.checked)}
        />
      ) : kind === 'share' ? (
        <FlagShare key={String(value)} title={title} value={Number(value)} isBusy={setting.isPending} onSet={set} />
      ) : (
        <FlagText key={String(value)} title={title} value={String(value)} isBusy={setting.isPending} onSet={set} />
      )}
    </li>
  );
}

interface FlagChange {
  value: Flag['value'];
  was: Flag['value'];
}

/** The change takes effect immediately and can be undone. */
function useSetFlag({ name }: Flag) {
  const intl = useIntl();
  const put = ({ value, was }: FlagChange) =>
    deskClient('PUT flags/{name}', { params: { name }, body: { value, was } });
  const cacheFlag = (flag: Flag) =>
    currentQueryClient().setQueryData<Flag[]>(flagsKey, (flags) =>
      flags?.map((one) => (one.name === flag.name ? flag : one)),
    );
  const fail = (error: Error) => {
    showToast({ text: formatErrorMessage(intl, error) });
    // Another member of staff changed the flag, so the current value is loaded.
    if (error instanceof ApiError) void currentQueryClient().invalidateQueries({ queryKey: flagsKey });
  };
  return useMutation({
    mutationFn: put,
    onSuccess: (flag, { value, was }) => {
      cacheFlag(flag);
      showToast({
        text: intl.formatMessage({ id: 'association.flags.done' }),
        undo: {
          label: intl.formatMessage({ id: 'association.flags.undo' }),
          onUndo: () => void put({ value: was, was: value }).then(cacheFlag, fail),
        },
      });
    },
    onError: fail,
  });
}
