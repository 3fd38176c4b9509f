import { createClient } from '../../../platform/web/client.ts';
import type { photoCalls } from '../../account/shared/profile-contract.ts';

export const photos = createClient<typeof photoCalls>('/api/certifications');
