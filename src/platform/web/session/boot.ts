import type { BootData } from '#platform/shared/boot-data.ts';
import { definePageState, isServerPage } from '#platform/web/page-state.ts';

const pageState = definePageState<{ data: BootData | undefined }>(() => ({ data: undefined }));

function readBootData(): BootData {
  const state = pageState();
  state.data ??= JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as BootData;
  return state.data;
}

/** Sets the data of a page that is rendered on the server. */
export function setBootData(data: BootData): void {
  pageState().data = data;
}

/** Data that the server has embedded in the page. */
export const boot: Readonly<BootData> = {
  get brand() {
    return readBootData().brand;
  },
  get version() {
    return readBootData().version;
  },
  get host() {
    // A proxy may have changed the host that the server sees.
    return isServerPage() ? readBootData().host : location.hostname;
  },
  get locale() {
    return readBootData().locale;
  },
  get timeZone() {
    return readBootData().timeZone;
  },
  get theme() {
    return readBootData().theme;
  },
  get maintenance() {
    return readBootData().maintenance;
  },
  get errorSampleRate() {
    return readBootData().errorSampleRate;
  },
  get isProduction() {
    return readBootData().isProduction;
  },
};
