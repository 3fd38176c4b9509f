import { useParams, useSearchParams } from 'react-router';
import { deskQueues } from '#features/applications/shared/contract.ts';
import { ApplicationDesk } from './application-desk.tsx';
import type { SubmittedFormView } from './application-detail.tsx';
import { useApplicationQueue } from './queries.ts';

/** A queue of applications. The search, and the open item on small screens, are in the URL. */
export function ApplicationDeskScreen({ SubmittedForm }: { SubmittedForm: SubmittedFormView }) {
  const { queue: queueParam } = useParams();
  const queue = deskQueues.find((name) => name === queueParam) ?? 'waiting';
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const query = useApplicationQueue(queue, search);
  return <ApplicationDesk key={queue} SubmittedForm={SubmittedForm} queue={queue} search={search} query={query} />;
}
