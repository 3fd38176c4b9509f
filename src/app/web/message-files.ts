import type { MessageId } from '#platform/shared/message-id.ts';
import type account from '#features/account/shared/messages/en-US.json';
import type applications from '#features/applications/shared/messages/en-US.json';
import type association from '#features/association/shared/messages/en-US.json';
import type certifications from '#features/certifications/shared/messages/en-US.json';
import type club from '#features/club/shared/messages/en-US.json';
import type dsd from '#features/dsd/shared/messages/en-US.json';
import type family from '#features/family/shared/messages/en-US.json';
import type forms from '#features/forms/shared/messages/en-US.json';
import type identity from '#features/identity/shared/messages/en-US.json';
import type learning from '#features/learning/shared/messages/en-US.json';
import type logbook from '#features/logbook/shared/messages/en-US.json';
import type notifications from '#features/notifications/shared/messages/en-US.json';
import type payments from '#features/payments/shared/messages/en-US.json';
import type preferences from '#features/preferences/shared/messages/en-US.json';
import type professionals from '#features/professionals/shared/messages/en-US.json';
import type shop from '#features/shop/shared/messages/en-US.json';
import type tour from '#features/tour/shared/messages/en-US.json';
import type shell from './shell/messages/en-US.json';

type AllMessages = typeof account &
  typeof applications &
  typeof association &
  typeof certifications &
  typeof club &
  typeof dsd &
  typeof family &
  typeof forms &
  typeof identity &
  typeof learning &
  typeof logbook &
  typeof notifications &
  typeof payments &
  typeof preferences &
  typeof professionals &
  typeof shop &
  typeof tour &
  typeof shell;

declare module '#platform/shared/message-id.ts' {
  interface Messages extends AllMessages {}
}

declare global {
  /** React Intl reads the type of ids from here. */
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId;
    }
  }
}

/** Message files by path, for development without a build. */
export const messageFiles: Record<string, () => Promise<{ default: Record<string, never> }>> = {
  ...import.meta.glob<{ default: Record<string, never> }>('./shell/messages/*.json'),
  ...import.meta.glob<{ default: Record<string, never> }>('../../features/*/shared/messages/*.json'),
};
