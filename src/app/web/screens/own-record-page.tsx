import { ReadinessPanel } from '#features/certifications/web/readiness/readiness-panel.tsx';
import { RecordScreen } from '#features/learning/web/record/record-screen.tsx';

const renderReadiness = (packageId: string) => <ReadinessPanel packageId={packageId} />;

/** One's own record, with what is missing for the card. */
export function OwnRecordPage() {
  return <RecordScreen readiness={renderReadiness} />;
}
