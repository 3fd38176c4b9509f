import type { ReactNode } from 'react';
import {
  BadgeCheck,
  ClipboardList,
  Hourglass,
  Stethoscope,
  UserRound,
  Waves,
  type LucideIcon,
} from '#ui/icons/icons.ts';
import { FormattedMessage } from 'react-intl';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { Disc, Rows } from '#ui/lists/row.tsx';
import { ProRow, ProSection } from './pro-section.tsx';
import { listTasks, type ProCounts } from './urgent-task.ts';

export interface HomeToday {
  counts: ProCounts;
  /** The first people who may not dive, with the reason. */
  notReady: readonly { affiliateId: number; name: string; reason: string }[];
  guests: number;
  medicals: readonly { affiliateId: number; name: string; medicalUntil: string }[];
  /** Unused codes that expire soon. */
  codes: number;
}

type Part = 'decide' | 'not_ready' | 'expiring';

const icons: Record<keyof ProCounts, LucideIcon> = {
  clearances: Stethoscope,
  dives: Waves,
  applications: ClipboardList,
  ready: BadgeCheck,
  forms: UserRound,
};

const boardPath = (name: string) => `/pro/class?${new URLSearchParams({ search: name })}`;

/** What today asks for: decisions, people who are not ready, and what expires soon. */
export function ProToday({ query }: { query: QueryState<HomeToday> }) {
  return (
    <ProSection
      title="professionals.home.today"
      query={query}
      rows={3}
      isEmpty={({ counts, notReady, guests, medicals, codes }) =>
        listTasks(counts).length + notReady.length + guests + medicals.length + codes === 0
      }
      empty="professionals.home.standing.nothing"
    >
      {({ counts, notReady, guests, medicals, codes }) => (
        <div className="grid gap-5">
          <TodayPart part="decide">
            {/* The people behind the count of forms are listed below. */}
            {listTasks(counts)
              .filter(({ what }) => what !== 'forms')
              .map(({ what, count, to }) => (
                <TodayRow
                  key={what}
                  to={to}
                  icon={icons[what]}
                  isUrgent
                  title={<FormattedMessage id={`professionals.home.standing.${what}`} values={{ count }} />}
                />
              ))}
          </TodayPart>
          <TodayPart part="not_ready">
            {notReady.map(({ affiliateId, name, reason }) => (
              <TodayRow
                key={affiliateId}
                to={boardPath(name)}
                icon={UserRound}
                title={<bdi>{name}</bdi>}
                text={reason}
              />
            ))}
            {(counts.forms ?? 0) > notReady.length && (
              <TodayRow
                to="/pro/class?show=blocked"
                title={
                  <FormattedMessage id="professionals.home.standing.forms" values={{ count: counts.forms ?? 0 }} />
                }
              />
            )}
            {guests > 0 && (
              <TodayRow
                to="/training/forms-applications?tab=guests"
                icon={UserRound}
                title={<FormattedMessage id="professionals.home.forms_guests" values={{ count: guests }} />}
              />
            )}
          </TodayPart>
          <TodayPart part="expiring">
            {medicals.map(({ affiliateId, name, medicalUntil }) => (
              <TodayRow
                key={affiliateId}
                to={boardPath(name)}
                icon={Hourglass}
                title={<bdi>{name}</bdi>}
                text={
                  <FormattedMessage
                    id="professionals.home.medical_until"
                    values={{
                      date: <FormattedDay value={medicalUntil} />,
                    }}
                  />
                }
              />
            ))}
            {codes > 0 && (
              <TodayRow
                to="/pro/codes"
                icon={Hourglass}
                title={<FormattedMessage id="professionals.home.codes_expiring" values={{ count: codes }} />}
              />
            )}
          </TodayPart>
        </div>
      )}
    </ProSection>
  );
}

function TodayPart({ part, children }: { part: Part; children: ReactNode[] }) {
  if (children.flat().every((row) => row === false)) return null;
  return (
    <div>
      <h3 className="mb-2 text-sm text-ink-2">
        <FormattedMessage id={`professionals.home.${part}` satisfies MessageId} />
      </h3>
      <Rows>{children}</Rows>
    </div>
  );
}

interface TodayRowProps {
  to: string;
  icon?: LucideIcon;
  isUrgent?: boolean;
  title: ReactNode;
  text?: ReactNode;
}

function TodayRow({ to, icon: Icon, isUrgent = false, title, text }: TodayRowProps) {
  return (
    <ProRow
      to={to}
      start={
        Icon && (
          <Disc {...(isUrgent && { tone: 'coral' })}>
            <Icon size={20} />
          </Disc>
        )
      }
      title={title}
      text={text}
    />
  );
}
